// @vitest-environment happy-dom
import { fullAccess } from '@fleetglass/contract/access'
import { eventCountPath, eventFetchAgainPath, eventQueryPath } from '@fleetglass/contract/events'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { storedEvent } from '../../engines/events/events.fixtures.ts'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

beforeAll(async () => {
  await startAllTexts()
  await import('./today-events.page.tsx')
})
afterEach(cleanup)

it('footage that failed has a button that requests it again, once until the row has changed; what waits says why', async () => {
  const giveBack = giveElementsSize()
  const media = [
    { channel: 1, kind: 'footage', state: 'failed', percent: 0, reason: 'event-footage-failed' },
    {
      channel: 1,
      kind: 'snapshot',
      state: 'waiting',
      percent: 0,
      reason: 'device-offline',
      message: 'The device is offline.',
    },
    { channel: 2, kind: 'snapshot', state: 'waiting', percent: 0 },
  ] as const
  const stored = [storedEvent({ serialno: 7, deviceid: 'van', media: [...media] })]
  const open = await openConsole({
    path: '/todayevents',
    access: fullAccess,
    store: memoryStore(remembered),
    http: {
      [eventQueryPath]: () => stored,
      [eventCountPath]: () => ({ count: 1 }),
      [eventFetchAgainPath]: () => ({ hasError: false }),
    },
  })
  open.list(device({ deviceId: 'van' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Fetch again' })
  expect(screen.queryByRole('button', { name: 'Take pictures again' })).toBeNull()
  expect(screen.getByText('CH1: waiting: The device is offline.')).toBeDefined()
  expect(screen.getByText('CH2: waiting')).toBeDefined()
  await act(async () => fireEvent.click(button))
  const requests = open.called.filter(({ path }) => path === eventFetchAgainPath)
  expect(requests.map(({ body }) => body)).toMatchObject([{ serialno: 7, kind: 'footage' }])
  expect(button.disabled).toBe(true)
  open.close()
  giveBack()
})
