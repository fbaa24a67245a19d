import { EventCode, eventCatalogue } from '@fleetglass/contract/events'
import type { Position } from '@fleetglass/jt808'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionMessage } from '../../../test/devices/device-client.ts'
import { causeOf, hasAlarms, reportedBy } from './reported.ts'
import * as sources from './sources.ts'

const position = (over: Partial<Position>): Position => ({ ...positionMessage(1_767_614_400).body, ...over })

/** Every row of the table. */
const rows: readonly sources.Source[] = [
  ...Object.values(sources.alarmSources),
  ...Object.values(sources.videoSources),
  ...sources.videoAlarmSources.values(),
  ...sources.abnormalDrivingSources,
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(sources.gpioSource),
  ...sources.areaSources,
  ...sources.adasSources.values(),
  ...Object.values(sources.laneDepartureSources),
  ...sources.dsmSources.values(),
  sources.tpmsSource,
  ...sources.bsdSources.values(),
  ...sources.harshDrivingSources.values(),
  ...Object.values(sources.deviceSources),
].filter((source) => source !== null)

describe('causes in a position', () => {
  it('every source is a number of the catalogue, and has a name where that has no English label', () => {
    const named = new Set<number>(Object.values(EventCode))
    const names = new Map<number, string>()
    for (const { code, name = '' } of rows) {
      const kind = eventCatalogue.get(code)
      expect(kind).toBeDefined()
      expect(kind?.english ?? name).not.toBe('')
      // Numbers without a label of their own mean one thing each.
      if (named.has(code)) continue
      expect(names.get(code) ?? name).toBe(name)
      names.set(code, name)
    }
    expect(names.size).toBeGreaterThan(40)
  })

  it('an empty position reports nothing, and neither do the lamps of item 0x25', () => {
    expect(hasAlarms(position({}))).toBe(false)
    expect(hasAlarms(position({ items: [{ id: 0x25, value: Uint8Array.of(0, 0, 0, 0x10) }] }))).toBe(false)
    expect(hasAlarms(position({ alarmBits: 2 }))).toBe(true)
  })

  it('bits 0 and 1 of item 0x2A report sleep, the next eight are the inputs', () => {
    const inputs = (bits: number) =>
      reportedBy(position({ items: [{ id: 0x2a, value: Uint8Array.of(bits >> 8, bits) }] })).on.map(({ code }) => code)
    expect(inputs(0b11)).toEqual([])
    expect(inputs(0b10_0000_0100)).toEqual([EventCode.gpio, EventCode.gpio + 7])
  })

  it('[D10] a lane departure without a side (deviation 0) is stored as one without a side', () => {
    const departure = (deviation: number) => {
      const [moment] = reportedBy(position({ items: [{ id: 0x64, value: laneItem(deviation) }] })).moments
      return [moment?.cause.code, moment?.cause.name]
    }
    expect(departure(1)).toEqual([EventCode.laneDepartureLeft, 'Lane left, left side'])
    expect(departure(2)).toEqual([EventCode.laneDepartureRight, 'Lane left, right side'])
    for (const none of [0, 3]) expect(departure(none)).toEqual([722, 'Lane left, side not reported'])
  })

  it('of a text of the device 500 characters are kept, and no NUL', () => {
    expect(causeOf('text:1', { code: 19 }, `a\0b${'堵😀'.repeat(100_000)}`).memo).toBe(`ab${'堵😀'.repeat(166)}`)
    expect(causeOf('text:1', { code: 19 }, 'x\0'.repeat(500)).memo).toBe('x'.repeat(500))
  })

  it('any items are read or left out, and every reported cause is in the catalogue', () => {
    const item = fc.record({
      id: fc.constantFrom(0x12, 0x14, 0x15, 0x16, 0x17, 0x18, 0x2a, 0x64, 0x65, 0x66, 0x67, 0x70, 0x99),
      value: fc.uint8Array({ maxLength: 80 }),
    })
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.array(item, { maxLength: 6 }), (alarmBits, items) => {
        const { on, moments } = reportedBy(position({ alarmBits, items }))
        for (const { code } of [...on, ...moments.map(({ cause }) => cause)])
          expect(eventCatalogue.has(code)).toBe(true)
      }),
    )
  })
})

/** T/JSATL 12-2017, table 15: alarm id, flag, kind 2, level, speed ahead, distance, deviation. */
function laneItem(deviation: number): Uint8Array {
  const value = new Uint8Array(47)
  value.set([0, 0, 0, 1, 0, 2, 1, 0, 0, deviation])
  return value
}
