// @vitest-environment happy-dom
import { mayBroadcast } from '@fleetglass/contract/broadcast'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { standInForMicrophone } from '../../engines/voice/test/microphone.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { devicesFeature } from '../devices/devices.module.ts'

let open: Awaited<ReturnType<typeof openConsole>>
let microphone: ReturnType<typeof standInForMicrophone>
let giveBackSize: () => void

beforeAll(async () => {
  await startAllTexts()
  // What is fetched when it is wanted: on a busy machine that takes longer than a test waits for it.
  const lazy = [import('../../app/shell/shell.tsx'), import('./broadcast-modal.tsx')]
  await Promise.all([...lazy, ...(devicesFeature.pages ?? []).map(({ load }) => load())])
}, 180_000)
beforeEach(() => {
  giveBackSize = giveElementsSize()
  microphone = standInForMicrophone('https:')
})
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close)
  open.close()
  cleanup()
  microphone.restore()
  giveBackSize()
})

async function console(permission: number, site: object) {
  open = await openConsole({ path: '/blockview', store: memoryStore(remembered), permission, site })
  await screen.findByRole('heading', { name: 'Dashboard' })
  open.list(device({ deviceId: 'bus' }), device({ deviceId: 'van', plate: 'KAA 1' }))
}

const button = () => screen.queryByRole('button', { name: 'Broadcast to vehicles' })

async function modal() {
  await console(2, { broadcast: true })
  await act(async () => fireEvent.click(button()!))
  const dialog = within(await screen.findByRole('dialog', { name: 'Broadcast' }))
  await dialog.findByRole('button', { name: 'Start' })
  return dialog
}

describe('the broadcast', () => {
  it.each([
    ['[BCST-04] [DASH-74] permission 2 has the button', 2, { broadcast: true }, true],
    ['[BCST-04] [DASH-74] permission 3 does not have the button', 3, { broadcast: true }, false],
    [
      '[BCST-05] [BCST-09] [RIGHT-109] [DASH-74] the button is absent where the site does not switch it on',
      0,
      {},
      false,
    ],
  ])('%s', async (_, permission, site, there) => {
    await console(permission, site)
    expect(button() !== null).toBe(there)
    expect(mayBroadcast({ permission, access: '' }, { broadcast: 'broadcast' in site })).toBe(there)
  })

  it('[BCST-01] [BCST-02] [BCST-08] [SHELL-099] it is for all devices or for chosen ones, and does not start while none is chosen', async () => {
    const dialog = await modal()
    const start = () => dialog.getByRole('button', { name: 'Start' })
    fireEvent.click(dialog.getByRole('radio', { name: 'All devices' }))
    expect(start()).toHaveProperty('disabled', false)
    fireEvent.click(dialog.getByRole('radio', { name: 'Chosen devices' }))
    expect(start()).toHaveProperty('disabled', true)
    fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'kaa' } })
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
    fireEvent.click(dialog.getByRole('checkbox', { name: /van/ }))
    expect(start()).toHaveProperty('disabled', false)
    fireEvent.click(dialog.getByRole('checkbox', { name: /van/ }))
    expect(start()).toHaveProperty('disabled', true)
  })

  it('[C4] starts with nothing chosen, and shows how many vehicles will receive it', async () => {
    const dialog = await modal()
    const start = () => dialog.getByRole('button', { name: 'Start' })
    expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false])
    expect([start().hasAttribute('disabled'), dialog.getByRole('status').textContent]).toEqual([
      true,
      'Choose who receives it',
    ])
    open.list(
      ...[device({ deviceId: 'bus' }), device({ deviceId: 'van' }), device({ deviceId: 'parked', online: false })],
      device({ deviceId: 'unknown', registered: false }),
    )
    fireEvent.click(dialog.getByRole('radio', { name: 'All devices' }))
    expect(dialog.getByText('Vehicles that will receive it: 2 of 3')).toBeTruthy()
    fireEvent.click(dialog.getByRole('radio', { name: 'Chosen devices' }))
    expect(dialog.getByText('Vehicles that will receive it: 0 of 0')).toBeTruthy()
    fireEvent.click(dialog.getByRole('checkbox', { name: /parked/ }))
    fireEvent.click(dialog.getByRole('checkbox', { name: /bus/ }))
    expect(dialog.getByText('Vehicles that will receive it: 1 of 2')).toBeTruthy()
  })

  it('[C4] needs a confirmation for more than ten vehicles, and none for ten', async () => {
    const dialog = await modal()
    const fleetOf = (count: number) =>
      open.list(...Array.from({ length: count }, (_, at) => device({ deviceId: `van ${at}` })))
    fleetOf(11)
    fireEvent.click(dialog.getByRole('radio', { name: 'All devices' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Start' }))
    const asked = () => screen.queryByRole('dialog', { name: 'Speak to 11 vehicles?' })
    expect([asked() !== null, microphone.asked]).toEqual([true, 0])
    await act(async () => fireEvent.click(within(asked()!).getByRole('button', { name: 'Cancel' })))
    expect(microphone.asked).toBe(0)
    fireEvent.click(dialog.getByRole('button', { name: 'Start' }))
    await act(async () => fireEvent.click(within(asked()!).getByRole('button', { name: 'Start' })))
    expect(microphone.asked).toBe(1)
    await act(async () => microphone.refuse())
    await dialog.findByText(/The microphone is not allowed/)
    fleetOf(10)
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Start' })))
    expect(microphone.asked).toBe(2)
  })

  it('[STRM-05] [BCST-03] a broadcast is started, and ended', async () => {
    const dialog = await modal()
    const state = () => document.querySelector('.broadcast-state')?.className
    const say = (message: object) =>
      act(async () => microphone.tell({ kind: 'text', text: JSON.stringify({ type: 'state', ...message }) }))
    fireEvent.click(dialog.getByRole('radio', { name: 'All devices' }))
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Start' })))
    await act(async () => microphone.allow())
    const [address] = microphone.addresses.map((text) => new URL(text))
    expect([address?.pathname, address?.searchParams.get('deviceid'), address?.searchParams.get('type')]).toEqual([
      ...['/ws.cgi', 'broadcast', null],
    ])
    await act(async () => microphone.tell({ kind: 'opened' }))
    await say({ state: 'started', devices: ['bus', 'van'], offline: [] })
    expect(state()).toContain('broadcast-started')
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'End' })))
    await say({ state: 'ended' })
    expect(state()).toContain('broadcast-ended')
    expect(dialog.getByRole('button', { name: 'Start' })).toBeTruthy()
  })

  it.each([
    ['[BCST-01] [BCST-06] all devices', 'All devices', [], { cmd: 'start', mode: 'GLOBAL', devices: [] }],
    [
      '[BCST-02] [BCST-06] chosen devices',
      'Chosen devices',
      ['van'],
      { cmd: 'start', mode: 'DEVICES', devices: ['van'] },
    ],
  ])(
    '%s are named to the server, which gets sound between its answer and the end only',
    async (_, mode, chosen, start) => {
      const dialog = await modal()
      fireEvent.click(dialog.getByRole('radio', { name: mode }))
      for (const name of chosen) fireEvent.click(dialog.getByRole('checkbox', { name: new RegExp(name) }))
      await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Start' })))
      await act(async () => microphone.allow())
      expect(microphone.orders).toEqual([])
      await act(async () => microphone.tell({ kind: 'opened' }))
      expect(microphone.orders).toEqual([{ kind: 'say', text: expect.any(String) }])
      const said = () => microphone.orders.flatMap((order) => (order.kind === 'say' ? [JSON.parse(order.text)] : []))
      expect(said()).toEqual([start])
      const started = { type: 'state', state: 'started', devices: ['van'], offline: ['bus'] }
      await act(async () => microphone.tell({ kind: 'text', text: JSON.stringify(started) }))
      expect(microphone.orders.slice(1)).toEqual([{ kind: 'speak', on: true }])
      await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'End' })))
      expect(microphone.orders.slice(2, 3)).toEqual([{ kind: 'speak', on: false }])
      expect(said()).toEqual([start, { cmd: 'end' }])
    },
  )

  it('[BCST-08] the mode cannot be changed while it is started; without a microphone it is not', async () => {
    const dialog = await modal()
    fireEvent.click(dialog.getByRole('radio', { name: 'All devices' }))
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Start' })))
    const modes = () => dialog.getByRole('group', { name: 'To whom' })
    expect(modes()).toHaveProperty('disabled', true)
    expect(dialog.getByRole('button', { name: 'End' })).toBeTruthy()
    await act(async () => microphone.refuse())
    await dialog.findByText(/The microphone is not allowed/)
    expect(modes()).toHaveProperty('disabled', false)
    expect(microphone.workers).toBe(0)
  })
})
