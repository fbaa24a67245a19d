import { type AccessFlag, accessFlags } from '@fleetglass/contract/access'
import { eventQueryPath } from '@fleetglass/contract/events'
import { RECORDED_DAYS, RECORDED_MINUTES, recordRangesPath, writeDayStarts } from '@fleetglass/contract/playback'
import { trackPath } from '@fleetglass/contract/tracks'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

type Options = Partial<Parameters<typeof openConsole>[0]>

export let open: TestConsole | null = null
export let streams: SilentStreams
const bytes = (text: string) => new TextEncoder().encode(text)
/** The clock of the tests stands on 5 January 2026; this is the day before it, in the zone of the machine. */
export const dayS = new Date(2026, 0, 4).getTime() / 1000
export const dayFlags = (...minutes: number[]) =>
  bytes(Array.from({ length: 1440 }, (_, minute) => (minutes.includes(minute) ? '1' : '0')).join(''))
export const recordings = {
  [RECORDED_DAYS]: () => bytes(writeDayStarts([dayS])),
  [RECORDED_MINUTES]: () => dayFlags(125, 126, 270),
}
export const channels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, name: '' }))

export async function start(path: string, options: Options = {}, count = 4): Promise<TestConsole> {
  open = await openConsole({
    path,
    store: memoryStore(remembered),
    replies: recordings,
    http: {
      [trackPath]: () => [],
      [eventQueryPath]: () => [],
      [recordRangesPath]: () => ({ channels: [{ channel: 1, ranges: [[dayS + 7_500, dayS + 7_620]] }] }),
    },
    ...options,
  })
  open.list(device({ deviceId: 'van', channelCount: count, channels: channels(count) }), device({ deviceId: 'bus' }))
  return open
}

export const flags = (...granted: AccessFlag[]) =>
  accessFlags.map((flag) => (granted.includes(flag) ? '1' : '0')).join('')
export const at = () => window.location.pathname
/** By its label or its text: the roles of all that stands on the page take a second to work out. */
export const buttonNow = (name: string | RegExp) => {
  const isIt = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const named = (one: HTMLButtonElement) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''
  return [...document.querySelectorAll('button')].find((one) => isIt(named(one)))
}
export const button = (name: string | RegExp) =>
  waitFor(() => buttonNow(name) ?? Promise.reject(new Error(`there is no button ${name}`)))
export const multi = async () => {
  const find = () => document.querySelector('.channel-multi input') ?? Promise.reject(new Error('there is no switch'))
  fireEvent.click(await waitFor(find))
}
/** Where the open playbacks begin, seconds of the day. */
export const playing = () => streams.open().map((url) => Number(url.searchParams.get('spbtime')) - dayS)

/** Before and after each test of a file. */
export function setUpPlaybackPage(): void {
  // The page comes with much of its own: on a busy machine that takes longer than a test waits for it.
  beforeAll(async () => {
    await startAllTexts()
    await import('./playback.page.tsx')
  }, 60_000)
  beforeEach(() => {
    streams = standInForStreams()
  })
  afterEach(() => {
    open?.close()
    open = null
    cleanup()
    streams.restore()
  })
}
