import { fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeShortReport,
  encodeShortReport,
  isShortReport,
  kmhFromKnots,
  readShortItems,
  type ShortReport,
} from './short-report.ts'
import { bytesOf } from './test/byte-table.ts'

const BYTES = bytesOf({
  bytes: `
    5501            number
    803d            asks for an answer, 61 bytes
    856009001017    terminal
    47              serial
    010221062421    1 February 2021, 06:24:21
    22348476        22 degrees 34.8476 minutes
    1135504907      113 degrees 55.0490 minutes, located, north, east
    12              12 knots
    2d              90 degrees
    1c              signal
    06              satellites
    00000007        7 km
    4e              78 %
    0ac30c0c        cell
    2866            area
    03              product
    0810            status
    0001            alarms
    0202            altitude
    fff6            10 m below the sea
    0b08            lock, with password and result
    03363839363037  command, password
    65              result
    0c06            tilt
    ff98ffa8007e    -104, -88, 126`,
})
const REPORT: ShortReport = {
  messageId: 0x5501,
  attributes: 0x803d,
  terminal: { raw: fromHex('856009001017'), id: '856009001017' },
  serial: 0x47,
  timeUtc: '210201062421',
  latMinuteE4: 22 * 600_000 + 348_476,
  lngMinuteE4: 113 * 600_000 + 550_490,
  flagBits: 7,
  speedKnots: 12,
  headingDeg: 90,
  signal: 28,
  satellites: 6,
  odometerKm: 7,
  battery: 78,
  cellId: 0x0ac3_0c0c,
  areaCode: 0x2866,
  product: 3,
  statusBits: 0x0810,
  alarmBits: 1,
  items: [
    { id: 0x02, value: fromHex('fff6') },
    { id: 0x0b, value: fromHex('0336383936303765') },
    { id: 0x0c, value: fromHex('ff98ffa8007e') },
  ],
  extra: new Uint8Array(0),
}

describe('short reports with a serial of one byte', () => {
  it('a report is the bytes of its table and back', () => {
    expect(isShortReport(BYTES)).toBe(true)
    expect(decodeShortReport(BYTES)).toEqual({ ok: true, value: REPORT })
    expect(toHex(encodeShortReport(REPORT))).toBe(toHex(BYTES))
  })

  it('its items have meanings of their own', () => {
    expect(readShortItems(REPORT.items)).toEqual({
      altitudeM: -10,
      lock: { command: 3, card: fromHex('363839363037'), result: 0x65 },
      tilt: [-104, -88, 126],
    })
    expect(readShortItems([{ id: 0x0b, value: Uint8Array.of(1) }])).toEqual({ lock: { command: 1 } })
    expect(readShortItems([{ id: 0x0c, value: Uint8Array.of(1) }])).toEqual({})
  })

  it('[CONST0-08] a knot is 1.852 km/h', () => {
    expect([kmhFromKnots(0), kmhFromKnots(1), kmhFromKnots(REPORT.speedKnots)]).toEqual([0, 1.852, 22.224])
  })

  it('south and west are negative, also the place where both are 0', () => {
    const south = { ...REPORT, latMinuteE4: -1, lngMinuteE4: -2, flagBits: 1 }
    expect(decodeShortReport(encodeShortReport(south))).toEqual({ ok: true, value: south })
  })

  it('digits that are none, more minutes than a degree has and missing bytes are refused with their place', () => {
    const changed = (at: number, byte: number) => Uint8Array.from(BYTES, (each, index) => (index === at ? byte : each))
    expect(decodeShortReport(changed(17, 0xa0))).toMatchObject({ ok: false, offset: 17 })
    expect(decodeShortReport(changed(18, 0x64))).toMatchObject({ ok: false, offset: 17 })
    expect(decodeShortReport(BYTES.subarray(0, 40))).toMatchObject({ ok: false })
  })

  it('any bytes are a report that says itself again, or a reason', () => {
    const changes = fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 5 })
    fc.assert(
      fc.property(changes, fc.nat(80), fc.uint8Array({ maxLength: 8 }), (changed, cut, added) => {
        const bytes = Uint8Array.from([...BYTES.subarray(0, cut), ...added])
        for (const [at, value] of changed) if (at < bytes.length) bytes[at] = value
        const decoded = decodeShortReport(bytes)
        if (!decoded.ok) {
          expect(decoded.offset).toBeLessThanOrEqual(bytes.length)
          return
        }
        expect(toHex(encodeShortReport(decoded.value))).toBe(toHex(bytes))
        readShortItems(decoded.value.items)
      }),
      { numRuns: 2000 },
    )
  })
})
