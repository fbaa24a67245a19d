import { geocodeStatusPath } from '@fleetglass/contract/geocode'
import { recordRangesPath } from '@fleetglass/contract/playback'
import { trackPath, trackRequestSchema } from '@fleetglass/contract/tracks'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { momentMs, packedAnswer, type TestPoint, testDay } from './gps-playback.fixtures.ts'

export let open: TestConsole | null = null
export let streams: SilentStreams
let layout: () => void
export const dayS = momentMs('00:00:00') / 1000
/** Two hours of the day before: eight in the morning, and three in the afternoon. */
export const drive: readonly TestPoint[] = [
  { at: '08:00:00', kmh: 30, lat: 24, lng: 120.5, heading: 45 },
  { at: '08:00:30', kmh: 61, lat: 24.002, lng: 120.501 },
  { at: '08:02:00', kmh: 0, lat: 24.004, lng: 120.502 },
  { at: '08:04:00', kmh: 0, lat: 24.004, lng: 120.502 },
  { at: '15:10:00', kmh: 180, lat: 24.1, lng: 120.6 },
]

interface Answers {
  readonly track?: (asked: { deviceid: string; start: number; end: number }) => unknown
  readonly more?: Readonly<Record<string, (body: unknown) => unknown>>
}

export async function start(path = '/gpsplayback', answers: Answers = {}, options: object = {}): Promise<TestConsole> {
  open = await openConsole({
    path,
    store: memoryStore(remembered),
    http: {
      [trackPath]: (body) => {
        const asked = trackRequestSchema.parse(body)
        return answers.track?.(asked) ?? packedAnswer(drive, asked)
      },
      [geocodeStatusPath]: () => ({ enable: false, geocoder: false, credit: '' }),
      [recordRangesPath]: () => ({
        channels: [{ channel: 1, ranges: [[dayS + 8 * 3600 - 60, dayS + 8 * 3600 + 120]] }],
      }),
      ...answers.more,
    },
    ...options,
  })
  open.list(
    device({ deviceId: 'van', memo: 'Cold chain', driverName: 'Mei', channels: channels(4) }),
    device({ deviceId: 'bus' }),
  )
  return open
}
const channels = (count: number) => Array.from({ length: count }, (_, index) => ({ number: index + 1, name: '' }))
/** By its label or its text: the roles of all that stands on the page take long to work out. */
export const buttonNow = (name: string | RegExp) => {
  const isIt = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const named = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''
  return [...document.querySelectorAll<HTMLButtonElement>('button, a.btn')].find((one) => isIt(named(one)))
}
export const button = (name: string | RegExp) =>
  waitFor(() => buttonNow(name) ?? Promise.reject(new Error(`there is no button ${name}`)))
export const labelled = <Kind extends HTMLElement>(label: string) =>
  document.querySelector<Kind>(`[aria-label="${label}"]`) ?? null
export const found = <Kind extends Element = HTMLElement>(selector: string) =>
  waitFor(() => document.querySelector<Kind>(selector) ?? Promise.reject(new Error(`there is no ${selector}`)))
export const asked = () =>
  (open?.called ?? []).filter(({ path }) => path === trackPath).map(({ body }) => body as object)
export const notices = () =>
  [...document.querySelectorAll('.notice')].map((notice) => notice.getAttribute('aria-label') ?? '')
export const isDisabled = (...names: string[]) => names.map((name) => buttonNow(name)?.disabled)

/** Queries the van on the day before today, and waits for its track. */
export async function query() {
  fireEvent.click(await button(/^Device: /))
  fireEvent.click(await button('van - Cold chain - Mei'))
  fireEvent.click(await found(`[data-day="${testDay}"] button`))
  fireEvent.click(await button('Query GPS'))
}
export async function shown(path?: string, answers: Answers = {}, options: object = {}) {
  await start(path, answers, options)
  await query()
  return found('.speed-chart')
}

/** Before and after each test of a file. */
export function setUpGpsPage(): void {
  // The page comes with much of its own: on a busy machine that takes longer than a test waits for it.
  beforeAll(async () => {
    await startAllTexts()
    await import('./gps-playback.page.tsx')
  }, 60_000)
  beforeEach(() => {
    streams = standInForStreams()
    layout = giveElementsSize()
  })
  afterEach(() => {
    open?.close()
    open = null
    cleanup()
    layout()
    streams.restore()
  })
}
