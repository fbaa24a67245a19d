// @vitest-environment happy-dom
// What speed, channels and time of a local playback do to each other, as the streams are asked for them.
import { eventQueryPath } from '@fleetglass/contract/events'
import { RECORDED_DAYS, RECORDED_MINUTES, recordRangesPath, writeDayStarts } from '@fleetglass/contract/playback'
import { trackPath } from '@fleetglass/contract/tracks'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: Awaited<ReturnType<typeof openConsole>> | null = null
let streams: SilentStreams
let layout: () => void

const bytes = (text: string) => new TextEncoder().encode(text)
/** The clock of the tests stands on 5 January 2026; this is the day before it, in the zone of the machine. */
const dayS = new Date(2026, 0, 4).getTime() / 1000
const minutes = Array.from({ length: 1440 }, (_, minute) => (minute === 125 || minute === 126 ? '1' : '0')).join('')
const offered = Array.from({ length: 12 }, (_, index) => ({ number: index + 1, name: `Camera ${index + 1}` }))

/** The page of a device with twelve channels, which plays from 02:05 on. */
async function start() {
  open = await openConsole({
    path: '/splayback/van',
    store: memoryStore(remembered),
    site: { offeredChannels: 12 },
    replies: { [RECORDED_DAYS]: () => bytes(writeDayStarts([dayS])), [RECORDED_MINUTES]: () => bytes(minutes) },
    http: {
      [trackPath]: () => [],
      [eventQueryPath]: () => [],
      [recordRangesPath]: () => ({ channels: [{ channel: 1, ranges: [[dayS + 7_500, dayS + 7_620]] }] }),
    },
  })
  open.list(
    device({ deviceId: 'van', channelCount: 12, channels: offered }),
    device({ deviceId: 'bus', channelCount: 12, channels: offered }),
  )
  fireEvent.click(await button('Hour 02'))
  fireEvent.click(await button('02:05'))
  await waitFor(() => expect(streams.open()).toHaveLength(1))
}

/** By its label or its text: the roles of all that stands on the page take a second to work out. */
const button = (name: string) =>
  waitFor(
    () => {
      const named = (one: Element) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''
      const found = [...document.querySelectorAll('button')].find((one) => named(one) === name)
      if (found === undefined) throw new Error(`there is no button ${name}`)
      return found
    },
    { timeout: 60_000 },
  )
const press = async (...names: string[]) => {
  for (const name of names) fireEvent.click(await button(name))
}
const multi = () => fireEvent.click(document.querySelector('.channel-multi input') as Element)
const speed = () => document.querySelector('.play-speed')?.textContent
const channel = (number: number) => document.querySelectorAll('.channel-choice .channel-button')[number - 1] as Element
const asked = (name: string) => streams.open().map(({ searchParams }) => searchParams.get(name))
const channels = () =>
  asked('channel')
    .map(Number)
    .toSorted((a, b) => a - b)

// The page comes with much of its own: on a busy machine that takes longer than a test waits for it.
beforeAll(async () => {
  await startAllTexts()
  await import('./playback.page.tsx')
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

describe('local playback', () => {
  it('[LOPB-19] [LOPB-20] slower and faster go one step through 0, 0.2, 0.5, 1, 2, 4, 8 and 16, and each is sent on the stream', async () => {
    await start()
    const shown = [speed()]
    const go = async (name: string, times: number) => {
      for (let time = 0; time < times; time += 1) {
        await press(name)
        shown.push(speed())
      }
    }
    await go('Slower', 3)
    expect((await button('Slower')).disabled).toBe(true)
    await go('Faster', 7)
    expect((await button('Faster')).disabled).toBe(true)
    const up = ['0×', '0.2×', '0.5×', '1×', '2×', '4×', '8×', '16×']
    expect(shown).toEqual([...['1×', '0.5×', '0.2×'], ...up])
    const told = streams.said().map((text) => JSON.parse(text) as { cmd: string; value: number })
    expect(told.every(({ cmd }) => cmd === 'speed')).toBe(true)
    expect(told.map(({ value }) => value)).toEqual([0.5, 0.2, 0, 0.2, 0.5, 1, 2, 4, 8, 16])
    expect(streams.opened).toHaveLength(1)
  })

  it('[LOPB-22] [LOPB-23] [LOPB-31] another time is another stream, with a new id and at speed 1, out of a pause and out of 4', async () => {
    await start()
    const ids = asked('streamid')
    for (const [before, second] of [
      [['Pause'], 'Second 20'],
      [['Faster', 'Faster'], 'Second 40'],
    ] as const) {
      await press(...before)
      expect(speed()).not.toBe('1×')
      await press(second)
      await waitFor(() => expect(Number(asked('spbtime')[0]) - dayS).toBe(125 * 60 + Number(second.slice(7))))
      expect([speed(), streams.open().length]).toEqual(['1×', 1])
      // A stream that is opened without a speed plays at 1, and gets no speed command.
      expect(streams.said().filter((text) => !text.includes('"value":1}'))).toEqual([])
      expect(asked('speed')).toEqual([null])
      expect(await button('Pause')).toBeTruthy()
      ids.push(...asked('streamid'))
    }
    expect(new Set(ids).size).toBe(3)
  })

  it('[LOPB-24] [LOPB-26] the multi mode, on and off, resets the speed to 1; off returns to channel 1', async () => {
    await start()
    await press('Faster')
    expect(speed()).toBe('2×')
    multi()
    await waitFor(() => expect(channels()).toEqual([1, 2, 3, 4]))
    expect([speed(), asked('speed')]).toEqual(['1×', [null, null, null, null]])
    await press('Faster')
    expect(speed()).toBe('2×')
    multi()
    await waitFor(() => expect(channels()).toEqual([1]))
    expect([speed(), asked('speed')]).toEqual(['1×', [null]])
    expect(document.querySelectorAll('.tile')).toHaveLength(1)
  })

  it('[LOPB-27] [LOPB-28] the multi mode plays up to 9 channels; a tenth is not added and the limit is named', async () => {
    await start()
    multi()
    for (const number of [5, 6, 7, 8, 9]) fireEvent.click(channel(number))
    const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    await waitFor(() => expect(channels()).toEqual(nine))
    expect(document.body.textContent).not.toContain('over max channels')
    fireEvent.click(channel(10))
    expect(await screen.findByText('over max channels count(9)')).toBeTruthy()
    expect(channels()).toEqual(nine)
    expect(document.querySelectorAll('.tile')).toHaveLength(9)
  })

  it('[LOPB-30] another device begins with channel 1, no time and no map with a path', async () => {
    await start()
    fireEvent.click(channel(3))
    await waitFor(() => expect(channels()).toEqual([3]))
    const map = () => document.querySelector('.playback-map')
    await press('Map')
    await waitFor(() => expect(map()).not.toBeNull())
    await press('Device: van')
    const bus = () => document.querySelector('a[href="/splayback/bus"]')
    await waitFor(() => expect(bus()).not.toBeNull())
    fireEvent.click(bus() as Element)
    await waitFor(() => expect(document.querySelector('.playback-main')?.getAttribute('aria-label')).toBe('bus'))
    await waitFor(() => expect(streams.open()).toEqual([]))
    expect(document.querySelector('.playback-empty')).not.toBeNull()
    expect(channel(1).getAttribute('aria-pressed')).toBe('true')
    expect(channel(3).getAttribute('aria-pressed')).toBe('false')
    expect(map()).toBeNull()
  })
})
