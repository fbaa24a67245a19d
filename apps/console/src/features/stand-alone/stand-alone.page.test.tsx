// @vitest-environment happy-dom
import { StreamPath } from '@fleetglass/contract/streams'
import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPreferences } from '../../app/console.fixtures.tsx'
import { enter, standAloneVisit } from '../../app/entrance.tsx'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { readSiteConfig } from '../../platform/config/index.ts'
import type { Preferences } from '../../platform/preferences/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

const START_S = 1_790_000_000
const whole = { deviceid: '13900000001', user: 'anna', password: 'secret', spbtime: START_S }

/** The thread of a download from the device. */
class WorkerSide {
  onmessage: ((event: MessageEvent) => void) | null = null
  onerror: ((event: ErrorEvent) => void) | null = null
  asked: unknown = null
  constructor() {
    workers.push(this)
  }
  postMessage(wish: unknown): void {
    this.asked = wish
  }
  terminate(): void {}
  tell(news: object): void {
    act(() => this.onmessage?.({ data: news } as MessageEvent))
  }
}

let streams: SilentStreams
let workers: WorkerSide[] = []
let root: Root | null = null
let clock: ManualClock
let chosen: Preferences
let webgl = true
let consoleShown = 0
/** What the server answers to a request for an MP4 file. */
let exportAnswer = 'READY'
let asked: URL[] = []
const own = { fetch: globalThis.fetch, Worker: globalThis.Worker }
const ownContext = () => HTMLCanvasElement.prototype.getContext
let context: ReturnType<typeof ownContext>

// The pages come with much of their own: on a busy machine that takes longer than a test waits for it.
beforeAll(async () => {
  await startAllTexts()
  await import('./stand-alone.page.tsx')
  const known = {
    clock: createManualClock(),
    store: memoryStore(),
    site: readSiteConfig({}),
    mobile: false,
    log: () => undefined,
  }
  chosen = await startPreferences(known)
}, 60_000)
beforeEach(() => {
  streams = standInForStreams()
  workers = []
  asked = []
  exportAnswer = 'READY'
  webgl = true
  consoleShown = 0
  context = ownContext()
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => (webgl ? { getExtension: () => null } : null) })
  Object.assign(globalThis, {
    Worker: WorkerSide,
    fetch: async (address: string) => {
      asked.push(new URL(address, 'http://fleet.test'))
      return new Response(exportAnswer)
    },
  })
})
afterEach(() => {
  act(() => root?.unmount())
  root = null
  cleanup()
  document.body.innerHTML = ''
  Object.assign(globalThis, own)
  Object.assign(HTMLCanvasElement.prototype, { getContext: context })
  streams.restore()
  window.history.replaceState(null, '', '/')
})

/** Comes to an address. */
async function come(path: string, site: object = {}, nowMs?: number): Promise<void> {
  window.history.replaceState(null, '', path)
  await load(site, nowMs)
}

/** Loads the address in the bar. */
async function load(site: object = {}, nowMs?: number): Promise<void> {
  const visit = standAloneVisit(window)
  clock = createManualClock(nowMs)
  const preferences = { ...chosen, clock, site: readSiteConfig(site) }
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  const made = root
  await act(() => enter({ page: window, root: made, preferences, visit, showConsole: () => consoleShown++ }))
}

const address = (path: string, parameters: object = {}) =>
  `${path}?${new URLSearchParams(Object.entries({ ...whole, ...parameters }).map(([name, value]) => [name, `${value}`]))}`
const tiles = () => [...document.querySelectorAll<HTMLElement>('.tile')].map(({ dataset }) => Number(dataset.channel))
const places = () => document.querySelector<HTMLElement>('.stream-places')?.dataset.places
const play = () => document.querySelector<HTMLButtonElement>('.stream-controls button')
const speeds = () => screen.getByLabelText<HTMLSelectElement>('Speed')
const download = () => screen.getByText('Download MP4').closest('button')!
const alertText = () => document.querySelector('.alert-danger[role="alert"]')?.textContent ?? null
const say = (message: object) => act(() => streams.say(() => JSON.stringify(message)))

describe('which page', () => {
  it.each([
    ['[STAND-01] [STAND-02] [STAND-12] a first segment of live starts the live view in one column', '/live', null],
    ['[STAND-01] [STAND-03] a first segment of playback starts the playback', '/playback/anything', 'lopb'],
    ['[STAND-01] [STAND-04] a first segment of remote starts the remote playback', '/remote', 'repb'],
  ])('%s', async (_, path, type) => {
    await come(address(path))
    const [stream] = streams.open()
    expect(stream?.pathname).toBe(StreamPath.live)
    expect(stream?.searchParams.get('type')).toBe(type)
    expect(document.querySelectorAll('main.stream-page')).toHaveLength(1)
    expect(consoleShown).toBe(0)
  })

  it('[STAND-08] another first segment loads the main application and leaves its address alone', async () => {
    await come(address('/blockview/live'))
    expect(consoleShown).toBe(1)
    expect(window.location.search).toContain('password=secret')
    expect(document.querySelector('.stream-page')).toBeNull()
  })

  it('[STAND-09] [STAND-10] a trial that is over shows its sentence and nothing else; without the flag there is none', async () => {
    await come(address('/live'), { trial: true })
    expect(document.body.textContent).toBe('Sorry, Trial over expire date.')
    expect(streams.opened).toEqual([])
    act(() => root?.unmount())
    await come(address('/live'))
    expect(tiles()).toEqual([1])
    act(() => root?.unmount())
    // The last millisecond before 1556668800, and the first one after it.
    await come(address('/live'), { trial: true }, 1_556_668_800_000 - 1)
    expect(tiles()).toEqual([1])
    act(() => root?.unmount())
    await come(address('/live'), { trial: true }, 1_556_668_800_000)
    expect(document.body.textContent).toBe('Sorry, Trial over expire date.')
  })

  it('[STAND-11] a browser without WebGL gets a message', async () => {
    webgl = false
    await come(address('/live'))
    expect(document.body.textContent).toBe('WebGL not supported')
    await come('/')
    expect(consoleShown).toBe(0)
  })
})

describe('credentials', () => {
  it('[STAND-19] [STAND-22] user and upper-case hash go to the host and port of the address, and leave the bar; a reload goes on', async () => {
    // SHA-256 of its UTF-8 bytes, as another tool gives it.
    const passwordHash = '3478267B5612791B40988906B3A7897EB6AB501E04B95ED32F99D0AFDF669D9C'
    await come(address('/live', { host: 'streams.test', port: 18_900, password: 'pässword' }))
    const expected = { user: 'anna', password: passwordHash, deviceid: '13900000001', channel: '1' }
    expect(streams.open()[0]?.host).toBe('streams.test:18900')
    expect(Object.fromEntries(streams.open()[0]?.searchParams ?? [])).toMatchObject(expected)
    expect(window.location.search).not.toMatch(/anna|ssword/)
    act(() => root?.unmount())
    await load()
    expect(Object.fromEntries(streams.open()[0]?.searchParams ?? [])).toMatchObject(expected)
    act(() => root?.unmount())
    // Whoever gets the address from the bar has no credentials.
    await come(window.location.pathname + window.location.search)
    expect(alertText()).toMatch(/^fail param/)
  })

  it('[STAND-23] each parameter of the page reaches the stream under the same name', async () => {
    const asked = { deviceid: 'V-7', channel: 3, user: 'ben', password: 'B'.repeat(64), host: 's.test', port: 8_901 }
    const part = { spbtime: START_S + 7, duration: 120, chs: 10, speed: 4, main: 1 }
    const streamsOf = async (path: string, parameters: object) => {
      await come(address(path, parameters))
      await waitFor(() => expect(streams.open().length).toBeGreaterThan(0))
      const found = streams.open().map(({ host, searchParams }) => ({ host, ...Object.fromEntries(searchParams) }))
      const said = streams.said().map((text) => JSON.parse(text) as unknown)
      act(() => root?.unmount())
      return { found, said }
    }
    const who = { host: 's.test:8901', deviceid: 'V-7', user: 'ben', password: 'B'.repeat(64) }
    expect((await streamsOf('/live', { ...asked, main: 1 })).found).toMatchObject([{ ...who, channel: '3', main: '1' }])
    expect((await streamsOf('/playback', { ...asked, ...part })).found).toMatchObject([
      { ...who, type: 'lopb', spbtime: String(START_S + 7) },
      { ...who, type: 'lopb', spbtime: String(START_S + 7) },
    ])
    const remote = await streamsOf('/remote', { ...asked, ...part })
    const ofPart = { spbtime: String(START_S + 7), duration: '120', chs: '10', main: '1' }
    expect(remote.found).toMatchObject([{ ...who, ...ofPart, type: 'repb' }])
    expect(remote.said).toContainEqual({ cmd: 'speed', value: 4 })
  })

  it('[ENT-058] streams come from port 8900 where the address names none', async () => {
    await come(address('/live', {}))
    expect(streams.open()[0]?.port).toBe('8900')
  })

  it('[LOGIN-58] [STAND-20] [STAND-21] [CONST1-02] a hash is used as it is, at port 8900 of the page', async () => {
    const hash = 'C0FFEE'.padEnd(64, '0')
    for (const other of [hash.slice(1), `${hash}0`]) {
      await come(address('/live', { password: other }))
      expect(streams.open()[0]?.searchParams.get('password')).toBe(sha256Hex(other))
      act(() => root?.unmount())
    }
    await come(address('/live', { password: hash }))
    expect(streams.open()[0]?.searchParams.get('password')).toBe(hash)
    expect(streams.open()[0]?.port).toBe('8900')
    expect(streams.open()[0]?.hostname).toBe(window.location.hostname)
  })
})

describe('tiles', () => {
  it.each([
    [
      '[STAND-13] [STAND-15] live view has places by the number of channels: 1, 2, 4, 6 or 8',
      [
        [1, '1'],
        [2, '2'],
        [3, '4'],
        [4, '4'],
        [5, '6'],
        [6, '6'],
        [7, '8'],
        [8, '8'],
      ],
    ],
    ['[STAND-14] [STAND-24] [STAND-26] live view draws the first eight channels and no more', [[12, '8']]],
  ] as const)('%s', async (_, layouts) => {
    for (const [channels, layout] of layouts) {
      await come(address('/live', { chs: 2 ** channels - 1 }))
      expect(places()).toBe(layout)
      expect(tiles()).toEqual(Array.from({ length: Math.min(8, channels) }, (_, index) => index + 1))
      expect(tiles().length + document.querySelectorAll('.stream-empty').length).toBe(Number(layout))
      act(() => root?.unmount())
    }
  })

  it('[STAND-16] a red alert shows the answer of the server', async () => {
    await come(address('/live', { chs: 3 }))
    expect(alertText()).toBeNull()
    say({ type: 'error', code: 4403, message: 'this account may not see it' })
    await waitFor(() => expect(alertText()).toBe('this account may not see it'))
  })

  it('[STAND-24] [STAND-25] [STAND-26] [STAND-27] several channels begin with four, draw eight, and a tenth is refused', async () => {
    await come(address('/playback', { chs: 2 ** 12 - 1 }))
    expect(tiles()).toEqual([1, 2, 3, 4])
    const choice = within(document.querySelector<HTMLElement>('.channel-choice')!)
    const choose = (channel: number) => fireEvent.click(choice.getByLabelText(`Channel ${channel}`))
    for (const channel of [5, 6, 7, 8, 9]) choose(channel)
    expect(tiles()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(alertText()).toBeNull()
    choose(10)
    expect(alertText()).toBe('over max channels count(9)')
    expect(choice.getByLabelText('Channel 10').getAttribute('aria-pressed')).toBe('false')
    choose(1)
    expect(alertText()).toBeNull()
    expect(tiles()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('[STAND-28] above sixteen channels they are chosen from blocks, one of which is open', async () => {
    await come(address('/remote', { chs: 2 ** 16 - 1 }))
    const blocks = () => [...document.querySelectorAll('.channel-group')]
    const offered = () =>
      [...document.querySelectorAll('.channel-choice .channel-button')].map((one) => one.textContent)
    const firstSixteen = Array.from({ length: 16 }, (_, index) => `${index + 1}`)
    expect([blocks(), offered()]).toEqual([[], firstSixteen])
    act(() => root?.unmount())
    await come(address('/remote', { chs: 2 ** 17 - 1 }))
    expect(blocks().map(({ textContent }) => textContent)).toEqual(['1-16', '17-32'])
    expect(offered()).toEqual(firstSixteen)
    fireEvent.click(blocks()[1]!)
    expect(offered()).toEqual(['17'])
  })
})

describe('what is recorded', () => {
  it('[STAND-33] [STAND-34] speeds are 1, 2, 4, 8 and 0, which is shown as infinity', async () => {
    await come(address('/remote', { speed: 0 }))
    expect([...speeds().options].map(({ value, text }) => [value, text])).toEqual([
      ...[1, 2, 4, 8].map((speed) => [`${speed}`, `${speed}×`]),
      ['0', '∞'],
    ])
    expect(speeds().value).toBe('0')
    fireEvent.change(speeds(), { target: { value: '4' } })
    expect(speeds().value).toBe('4')
  })

  it('[STAND-35] the slider has 100 segments: a start in the middle plays the second half', async () => {
    await come(address('/remote', { duration: 600 }))
    expect(streams.open()[0]?.searchParams.get('duration')).toBe('600')
    const slider = screen.getByLabelText<HTMLInputElement>('Start time in the record')
    expect([slider.min, slider.max, slider.step]).toEqual(['0', '100', '1'])
    fireEvent.change(slider, { target: { value: '50' } })
    expect(streams.open()).toEqual([])
    fireEvent.click(play()!)
    const { searchParams } = streams.open()[0]!
    expect([searchParams.get('spbtime'), searchParams.get('duration')]).toEqual([`${START_S + 300}`, '300'])
  })

  it('[STAND-36] [STAND-37] a download from the device stops the playback and holds the controls until the worker is done', async () => {
    await come(address('/remote', { duration: 300, chs: 3, main: 1 }))
    expect(streams.open()).toHaveLength(1)
    fireEvent.click(download())
    expect(streams.open()).toEqual([])
    expect(tiles()).toEqual([])
    const part = { deviceId: '13900000001', channels: [1, 2], main: true, startS: START_S, endS: START_S + 300 }
    expect(workers[0]?.asked).toMatchObject(part)
    const controls = document.querySelector<HTMLFieldSetElement>('.stream-controls')!
    expect(controls.disabled).toBe(true)
    workers[0]?.tell({ type: 'received', bytes: 4096 })
    expect(document.querySelector('.stream-mp4 output')?.textContent).toBe('4 KB')
    expect(controls.disabled).toBe(true)
    workers[0]?.tell({ type: 'done', files: [] })
    expect(controls.disabled).toBe(false)
    expect(alertText()).toBeNull()
  })

  it('[STAND-18] [STAND-37] one that fails shows an error and one that is cancelled does not; the controls are free again', async () => {
    await come(address('/remote'))
    const controls = document.querySelector<HTMLFieldSetElement>('.stream-controls')!
    fireEvent.click(download())
    workers[0]?.tell({ type: 'failed', reason: 'offline' })
    expect(alertText()).toBe('Download fail')
    expect(controls.disabled).toBe(false)
    fireEvent.click(screen.getByText('Try again'))
    expect(controls.disabled).toBe(true)
    expect(alertText()).toBeNull()
    fireEvent.click(screen.getByLabelText('Cancel the download'))
    expect(controls.disabled).toBe(false)
    expect(alertText()).toBeNull()
  })

  it.each(['BACKUP FAIL', 'CREATE FAIL'])('[STAND-36] [STAND-38] %s ends a download from the server', async (fault) => {
    exportAnswer = 'BACKUP 40%'
    await come(address('/playback', { channel: 2, duration: 120 }))
    fireEvent.click(download())
    const controls = document.querySelector<HTMLFieldSetElement>('.stream-controls')!
    await screen.findByText('BACKUP 40%')
    expect(streams.open()).toEqual([])
    expect(controls.disabled).toBe(true)
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      type: 'lopbmp4ask',
      deviceid: '13900000001',
      ch: '2',
      spbtime: `${START_S}`,
      duration: '120',
    })
    exportAnswer = fault
    act(() => clock.advance(1_000))
    await waitFor(() => expect(alertText()).toBe('Download fail'))
    expect(document.querySelector('.stream-mp4 output')?.textContent).toBe(fault)
    expect(controls.disabled).toBe(false)
    const before = asked.length
    act(() => clock.advance(10_000))
    expect(asked).toHaveLength(before)
  })
})

describe('files', () => {
  it('[STAND-18] a failure is a red alert', async () => {
    await come(address('/dlremote', { channel: 3 }))
    workers.at(-1)?.tell({ type: 'failed', reason: 'offline' })
    expect(alertText()).toBe('Download fail')
  })

  it('[STAND-17] [STAND-23] an address without device, time or credentials shows "fail param" with the name of what is missing, and requests nothing', async () => {
    for (const missing of ['deviceid', 'spbtime', 'user', 'password']) {
      const query = new URLSearchParams(address('').slice(1))
      query.delete(missing)
      await come(`/dlplayback?${query}`)
      expect(alertText()).toBe(`fail paramThe link is incomplete: “${missing}” is missing`)
      act(() => root?.unmount())
    }
    await come(address('/dlplayback', { main: 2 }))
    expect(alertText()).toBe('fail paramThe link is incomplete: “main” is not valid')
    expect([asked, streams.opened, workers]).toEqual([[], [], []])
  })
})
