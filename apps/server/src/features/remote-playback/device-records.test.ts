import { expect, it } from 'vitest'
import { recording } from '../../../test/devices/recorded-device.ts'
import { mergedRecords } from './device-records.ts'

const T = 1_790_000_000
/** Items that a list may have. */
const MOST = 50_000

it('[REPB-41] items of several channels that overlap are one record, however the channels are cut', () => {
  const cut = (channel: number, lateS: number) =>
    [0, 600, 1200].map((at) => recording(T + at + lateS, T + at + 600 + lateS, { channel }))
  expect(mergedRecords([...cut(2, 1), ...cut(1, 0), ...cut(3, 2)])).toEqual([
    { start: T, end: T + 602, type: 0 },
    { start: T + 600, end: T + 1202, type: 0 },
    { start: T + 1200, end: T + 1802, type: 0 },
  ])
})

it('[REPB-27] [REPB-41] a collision makes a record type 1, any other alarm type 2, whichever word comes first', () => {
  const type = (...bits: bigint[]) =>
    mergedRecords(bits.map((alarmBits, at) => recording(T, T + 60, { channel: at + 1, alarmBits })))[0]?.type
  expect(type(0n)).toBe(0)
  expect(type(0n, 1n)).toBe(2)
  expect(type(1n << 33n)).toBe(2)
  expect(type(1n, 1n << 29n)).toBe(1)
  // The word of 0x0200 in front.
  expect(type(1n << 61n)).toBe(1)
})

it('[REPB-42] times of the device are GMT+8; what has none is left out', () => {
  const impossible = recording(T, T + 60, { beginLocalS: null })
  expect(mergedRecords([impossible, recording(T + 60, T + 60), recording(T + 90, T + 100)])).toEqual([
    { start: T + 90, end: T + 100, type: 0 },
  ])
})

it('[REPB-41] a hostile list of a device is merged in one pass or refused: endless, overlapping or too many items', () => {
  const lists = {
    endless: [recording(T, T + 2_000_000_000), recording(T, T + 86_400)],
    overlapping: [recording(T, T + 43_200)],
  }
  for (const [name, first] of Object.entries(lists)) {
    const lengthS = name === 'endless' ? 1 : 43_200
    const items = Array.from({ length: MOST - 2 }, (_, at) => recording(T + 1 + at, T + 1 + at + lengthS))
    // One pass takes a fraction of a second; comparing each item with all before it, longer than a test may last.
    const records = mergedRecords([...first, ...items])
    expect(records).toHaveLength(MOST - 1)
    expect(records[0]?.end).toBe(T + (name === 'endless' ? 86_400 : 43_200))
  }
  const tooMany = Array.from({ length: MOST + 1 }, () => recording(T, T + 1))
  expect(() => mergedRecords(tooMany)).toThrow('more than 50000 recordings')
})
