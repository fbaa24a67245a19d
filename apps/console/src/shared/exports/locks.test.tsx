// @vitest-environment happy-dom
import { eventQueryPath } from '@fleetglass/contract/events'
import { type RecordingLock, recordingLocksPath } from '@fleetglass/contract/exports'
import { RECORDED_DAYS, RECORDED_MINUTES, recordRangesPath, writeDayStarts } from '@fleetglass/contract/playback'
import { trackPath } from '@fleetglass/contract/tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, passwordHash, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

/** The clock of the tests stands on 5 January 2026; this is the day before it, in the zone of the machine. */
const dayS = new Date(2026, 0, 4).getTime() / 1000
const channels = [1, 2].map((number) => ({ number, name: '' }))
const bytes = (text: string) => new TextEncoder().encode(text)
const lock = (change: Partial<RecordingLock>): RecordingLock => ({
  id: 7,
  deviceid: 'van',
  ch: 1,
  start: dayS + 7_500,
  end: dayS + 7_560,
  user: 'anna',
  reason: 'accident',
  time: dayS + 80_000,
  ...change,
})

let open: Awaited<ReturnType<typeof openConsole>>
let streams: SilentStreams
let locks: RecordingLock[]
beforeAll(async () => {
  await startAllTexts()
  await import('../../features/playback/playback.page.tsx')
}, 60_000)
beforeEach(() => {
  streams = standInForStreams()
  locks = []
})
afterEach(() => {
  open.close()
  cleanup()
  streams.restore()
})

/** A playback with one marked minute. */
async function playback(options: Partial<Parameters<typeof openConsole>[0]> = {}) {
  open = await openConsole({
    path: '/splayback/van',
    store: memoryStore(remembered),
    replies: {
      [RECORDED_DAYS]: () => bytes(writeDayStarts([dayS])),
      [RECORDED_MINUTES]: () => bytes(Array.from({ length: 1440 }, (_, minute) => Number(minute === 125)).join('')),
    },
    http: {
      [trackPath]: () => [],
      [eventQueryPath]: () => [],
      [recordRangesPath]: () => ({ channels: [{ channel: 1, ranges: [[dayS + 7_500, dayS + 7_560]] }] }),
      [recordingLocksPath]: () => locks,
    },
    ...options,
  })
  open.list(device({ deviceId: 'van', channelCount: 2, channels }))
  const slider = await waitFor(
    () => document.querySelector<HTMLElement>('[role="slider"]') ?? Promise.reject(new Error('no timeline')),
  )
  return { slider }
}

async function marked() {
  const { slider } = await playback()
  fireEvent.click(await screen.findByText('Play the latest (02:05)'))
  fireEvent.keyDown(slider, { key: '[' })
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  fireEvent.keyDown(slider, { key: ']' })
  expect(slider.dataset.cut).toBe('7500-7510')
}

/** By its text: the roles of all that stands on the page take a second to work out. */
const dialogOf = (title: HTMLElement) => within(title.closest<HTMLElement>('[role="dialog"]') as HTMLElement)
const asked = (method: string) =>
  open.called.filter((call) => call.path === recordingLocksPath && call.method === method).map(({ body }) => body)

describe('locked ranges of a playback', () => {
  it('what is marked is locked with a reason, is listed, and unlocked once that is confirmed', async () => {
    await marked()
    fireEvent.click(await screen.findByText('Lock'))
    const dialog = dialogOf(await screen.findByText('Lock this range'))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: ' accident ' } })
    locks = [lock({}), lock({ id: 8, start: dayS - 900, end: dayS - 300 })]
    await act(async () => fireEvent.click(dialog.getByText('Lock')))
    const list = within(await screen.findByLabelText('Locked of this day'))
    expect(asked('POST')).toEqual([
      expect.objectContaining({
        deviceid: 'van',
        ch: 1,
        reason: 'accident',
        username: 'admin',
        password: passwordHash,
      }),
    ])
    // Of this day only.
    expect(list.getAllByText('anna: accident')).toHaveLength(1)

    fireEvent.click(list.getByLabelText(/^Unlock 02:05:00/))
    expect(asked('DELETE')).toEqual([])
    const confirm = dialogOf(await screen.findByText('Unlock this range?'))
    locks = []
    await act(async () => fireEvent.click(confirm.getByText('Unlock')))
    expect(asked('DELETE')).toEqual([expect.objectContaining({ deviceid: 'van', id: 7 })])
    await waitFor(() => expect(screen.queryByLabelText('Locked of this day')).toBeNull())
  })

  it('who may not lock sees what is locked, and no way to change it', async () => {
    locks = [lock({ ch: 0 })]
    await playback({ permission: 2 })
    const list = within(await screen.findByLabelText('Locked of this day'))
    expect(list.getByText('All channels')).toBeTruthy()
    expect(list.queryByLabelText(/^Unlock/)).toBeNull()
  })
})

describe('a site with disableMultiPlayback', () => {
  it('[RIGHT-098] plays one channel at a time', async () => {
    await playback({ site: { disableMultiPlayback: true } })
    await screen.findByLabelText('Channels')
    expect(screen.queryByLabelText('Several channels')).toBeNull()
  })
})
