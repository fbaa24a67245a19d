import { type DownloadSettings, parseTimeParts } from '@fleetglass/contract/event-plans'
import { describe, expect, it } from 'vitest'
import { type FetchContext, wishOf } from './fetch-wish.ts'

/** 2026-03-29 00:00:00 UTC, the day on which Europe moves its clocks. */
const MIDNIGHT = Date.UTC(2026, 2, 29) / 1000
const T = MIDNIGHT + 12 * 3600

const plan: DownloadSettings = {
  action: 'fetch',
  channels: [1, 3],
  mainStreamChannels: [3, 4],
  media: { video: true, audio: false, snapshot: false },
  beforeS: 10,
  afterS: 20,
  isTimed: false,
  timeParts: [],
  intervalS: 0,
  longestS: 0,
  accOffOnly: false,
  isUploaded: false,
  uploadUrl: '',
}
const wish = (change: Partial<DownloadSettings> = {}, context: Partial<FetchContext> = {}, timeS = T) =>
  wishOf(timeS, { ...plan, ...change }, { hasChannel: (channel) => channel <= 4, fetchedS: [], ...context })
const timed = (text: string): Partial<DownloadSettings> => {
  const parsed = parseTimeParts(text)
  return { isTimed: true, timeParts: parsed.ok ? parsed.ranges : [] }
}

describe('what a download plan wants of an event', () => {
  it('[PLAN-42] [PLAN-46] footage from before to after it, of the channels of the plan, main stream where its bit is set', () => {
    expect(wish()).toEqual({
      footage: {
        startS: T - 10,
        endS: T + 20,
        channels: [1, 3],
        mainChannels: [3],
        audio: false,
        accOffOnly: false,
        notBeforeS: T + 25,
      },
      snapshots: [],
      absent: [],
      upload: '',
    })
  })

  it.each([
    [{ video: true, audio: false, snapshot: false }, [true, false, 0]],
    [{ video: true, audio: true, snapshot: false }, [true, true, 0]],
    [{ video: false, audio: false, snapshot: true }, [false, undefined, 2]],
    [{ video: true, audio: false, snapshot: true }, [true, false, 2]],
    [{ video: true, audio: true, snapshot: true }, [true, true, 2]],
  ])('[PLAN-45] of %j exactly that', (media, expected) => {
    const { footage, snapshots } = wish({ media }) ?? { footage: null, snapshots: [] }
    expect([footage !== null, footage?.audio, snapshots.length]).toEqual(expected)
  })

  it('[PLAN-43] [PLAN-44] nothing where the plan only lists or hides', () => {
    expect([wish({ action: 'list' }), wish({ action: 'hide' })]).toEqual([null, null])
  })

  it.each([
    ['719:720', false],
    ['720:721', true],
    ['0:720', false],
    ['0:10,700:800', true],
    ['', false],
  ])('[PLAN-47] [PLAN-48] at 12:00 UTC with the time part "%s": %s', (text, isFetched) => {
    expect(wish(timed(text)) !== null).toBe(isFetched)
  })

  it('[PLAN-48] a local night that crosses midnight is two ranges, and a change of clocks does not move them', () => {
    const night = timed('1320:1440,0:360')
    const minutes = [1319, 1320, 1439, 1440, 1440 + 359, 1440 + 360]
    const fetched = minutes.map((minute) => wish(night, {}, MIDNIGHT + minute * 60) !== null)
    expect(fetched).toEqual([false, true, true, true, true, false])
  })

  it.each([
    [0, T - 1, true],
    [60, T - 59, false],
    [60, T - 60, true],
    [60, T + 30, false],
    [60, null, true],
  ])('[PLAN-50] with a least interval of %i s after a fetch at %s: %s', (intervalS, lastS, isFetched) => {
    expect(wish({ intervalS }, { fetchedS: lastS === null ? [] : [lastS] }) !== null).toBe(isFetched)
  })

  it.each([
    [0, -10, 20],
    [30, -10, 20],
    [15, -10, 5],
    [10, -10, 0],
    [4, -4, 0],
  ])('[PLAN-50] a clip of at most %i s reaches from %i to %i and touches the event', (longestS, from, to) => {
    const { footage } = wish({ longestS }) ?? {}
    expect([(footage?.startS ?? 0) - T, (footage?.endS ?? 0) - T]).toEqual([from, to])
  })

  it('of no seconds no footage, and of channels that are not there only those that are', () => {
    expect(wish({ beforeS: 0, afterS: 0 })?.footage).toBeNull()
    const one = wish({}, { hasChannel: (channel) => channel === 3 })
    expect([one?.footage?.channels, one?.absent]).toEqual([[3], []])
    const none = wish({}, { hasChannel: () => false })
    expect([none?.footage, none?.absent]).toEqual([null, [1, 3]])
  })

  it('[PLAN-51] the address counts only where uploads are on', () => {
    const uploadUrl = 'ftp://host/clips'
    expect([wish({ uploadUrl })?.upload, wish({ uploadUrl, isUploaded: true })?.upload]).toEqual(['', uploadUrl])
  })
})
