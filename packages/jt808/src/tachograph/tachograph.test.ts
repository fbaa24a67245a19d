import { fromHex, toHex, xor } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../test/byte-table.ts'
import { decodeTachographBlock, encodeTachographBlock, type TachographBlock, type TachographWay } from './block.ts'
import { RECORDS } from './records.ts'

const TIME = '200323101010'
const LICENCE = '343330323233313939303039323033363938  430223199009203698'
const licence = '430223199009203698'
const PLACE = `
      04108ed0  113 degrees 39.4 minutes
      00d67a40  23 degrees 25.6 minutes
      0032      50 m`
const place = { longitudeMinuteE4: 68_194_000, latitudeMinuteE4: 14_056_000, altitudeM: 50 }
const SWITCH_NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', '']

interface Table {
  readonly way: TachographWay
  readonly command: number
  /** The data alone: mark, command, length, reserved byte and checksum are the same for all. */
  readonly bytes: string
  readonly record: TachographBlock['record']
}

const TABLES: readonly Table[] = [
  {
    way: 'up',
    command: 0x00,
    bytes: `
      12  2012
      00  not amended`,
    record: { name: 'version', value: { year: '12', amendment: 0 } },
  },
  { way: 'up', command: 0x01, bytes: LICENCE, record: { name: 'driver', value: licence } },
  { way: 'up', command: 0x02, bytes: TIME, record: { name: 'time', value: TIME } },
  {
    way: 'up',
    command: 0x03,
    bytes: `
      ${TIME}       now
      190101000000  installed
      00000100      10 km
      00123456      12345.6 km since`,
    record: {
      name: 'distance',
      value: { time: TIME, installed: '190101000000', atInstallationDkm: 100, sinceDkm: 123_456 },
    },
  },
  {
    way: 'up',
    command: 0x04,
    bytes: `
      ${TIME}
      0032  pulses`,
    record: { name: 'pulses', value: { time: TIME, pulsesPerKm: 50 } },
  },
  {
    way: 'up',
    command: 0x05,
    bytes: `
      3132333435363738393132333435363738  vin
      d4c142313233343500000000            plate
      d6d8d0cdbbf5b3b5                    class
      00000000                            spare`,
    record: {
      name: 'vehicle',
      value: { vin: '12345678912345678', plate: '粤B12345', plateClass: '重型货车', spare: new Uint8Array(4) },
    },
  },
  {
    way: 'up',
    command: 0x06,
    bytes: `
      ${TIME}
      81  first and last
      ${SWITCH_NAMES.map((name) => toHex(new TextEncoder().encode(name)).padEnd(20, '0')).join('')}`,
    record: { name: 'switches', value: { time: TIME, switchBits: 0x81, names: SWITCH_NAMES } },
  },
  {
    way: 'up',
    command: 0x07,
    bytes: `
      43303030303031                    certificate
      54310000000000000000000000000000  model
      190203                            made
      00000007                          number
      0000000000                        reserved`,
    record: {
      name: 'identity',
      value: { certificate: 'C000001', model: 'T1', made: '190203', number: 7, reserved: new Uint8Array(5) },
    },
  },
  {
    way: 'up',
    command: 0x08,
    bytes: `
      ${TIME}
      0a14${'ff'.repeat(118)}  10 km/h, then nothing`,
    record: {
      name: 'speeds',
      value: [{ begin: TIME, seconds: [{ speedKmh: 10, switchBits: 0x14 }, ...nothing(59)] }],
    },
  },
  {
    way: 'up',
    command: 0x09,
    bytes: `
      ${TIME}
      ${'04108ed000d67a4000320a'.repeat(60)}  the same place, at 10 km/h`,
    record: {
      name: 'places',
      value: [{ begin: TIME, minutes: Array.from({ length: 60 }, () => ({ ...place, speedKmh: 10 })) }],
    },
  },
  {
    way: 'up',
    command: 0x10,
    bytes: `
      ${TIME}
      ${LICENCE}
      0a14${'ff'.repeat(198)}
      ${PLACE}`,
    record: {
      name: 'accidents',
      value: [{ end: TIME, licence, samples: [{ speedKmh: 10, switchBits: 0x14 }, ...nothing(99)], place }],
    },
  },
  {
    way: 'up',
    command: 0x11,
    bytes: `
      ${LICENCE}
      200322101010  begin
      ${TIME}       end
      ${PLACE}
      ${PLACE}`,
    record: {
      name: 'overtimes',
      value: [{ licence, begin: '200322101010', end: TIME, beginPlace: place, endPlace: place }],
    },
  },
  {
    way: 'up',
    command: 0x12,
    bytes: `
      ${TIME}
      ${LICENCE}
      01  in
      200323111010
      ${LICENCE}
      02  out`,
    record: {
      name: 'logins',
      value: [
        { time: TIME, licence, kind: 1 },
        { time: '200323111010', licence, kind: 2 },
      ],
    },
  },
  { way: 'up', command: 0x13, bytes: `${TIME}01`, record: { name: 'supplies', value: [{ time: TIME, kind: 1 }] } },
  { way: 'up', command: 0x14, bytes: `${TIME}82`, record: { name: 'changes', value: [{ time: TIME, kind: 0x82 }] } },
  {
    way: 'up',
    command: 0x15,
    bytes: `
      01            right
      200322101010  begin
      ${TIME}       end
      ${'0a0b'.repeat(60)}`,
    record: {
      name: 'speedChecks',
      value: [
        {
          state: 1,
          begin: '200322101010',
          end: TIME,
          seconds: Array.from({ length: 60 }, () => ({ recordedKmh: 10, referenceKmh: 11 })),
        },
      ],
    },
  },
  {
    way: 'down',
    command: 0x08,
    bytes: `
      200322101010  from
      ${TIME}       to
      0001          one`,
    record: { name: 'span', value: { from: '200322101010', to: TIME, most: 1 } },
  },
  { way: 'down', command: 0xc2, bytes: TIME, record: { name: 'time', value: TIME } },
  { way: 'up', command: 0x08, bytes: '2003  no whole minute', record: { name: 'raw', value: fromHex('2003') } },
  { way: 'up', command: 0x77, bytes: '01  not of the standard', record: { name: 'raw', value: Uint8Array.of(1) } },
]

function nothing(count: number) {
  return Array.from({ length: count }, () => ({ speedKmh: 255, switchBits: 255 }))
}

/** Mark, command, length and reserved byte, data, checksum. */
function blockOf({ command, bytes }: Pick<Table, 'command' | 'bytes'>): Uint8Array {
  const data = bytesOf({ bytes })
  const block = Uint8Array.from([0x55, 0x7a, command, data.length >> 8, data.length & 0xff, 0, ...data, 0])
  block[block.length - 1] = xor(block)
  return block
}

describe('blocks of tachographs', () => {
  it.each(TABLES)('$record.name, $way, command $command, is the bytes of its table and back', (table) => {
    const { way, command, record } = table
    const block = blockOf(table)
    const value: TachographBlock = { mark: 0x557a, command, reserved: 0, record }
    expect(decodeTachographBlock(block, way)).toEqual({ ok: true, value })
    expect(toHex(encodeTachographBlock(value, way))).toBe(toHex(block))
  })

  it('every command that a tachograph answers has a table', () => {
    const covered = TABLES.filter(({ way }) => way === 'up').map(({ command }) => command)
    expect(Object.keys(RECORDS.up).filter((command) => !covered.includes(Number(command)))).toEqual([])
  })

  it('an answer that says it failed has no data', () => {
    const block = fromHex('557afa00d5')
    const decoded = decodeTachographBlock(block, 'up')
    expect(decoded).toMatchObject({ ok: true, value: { command: 0xfa, record: { name: 'failed' } } })
    expect(decoded.ok && toHex(encodeTachographBlock(decoded.value, 'up'))).toBe(toHex(block))
  })

  it('a wrong checksum, bytes that are missing and bytes behind the block are refused with their place', () => {
    const block = blockOf({ command: 0x02, bytes: TIME })
    const wrong = block.slice()
    wrong[wrong.length - 1]! ^= 1
    expect(decodeTachographBlock(wrong, 'up')).toMatchObject({ ok: false, offset: 12 })
    expect(decodeTachographBlock(block.subarray(0, 8), 'up')).toMatchObject({ ok: false })
    expect(decodeTachographBlock(Uint8Array.from([...block, 0]), 'up')).toMatchObject({ ok: false, offset: 13 })
  })

  it('a record under the number of another is a bug', () => {
    const block: TachographBlock = { mark: 0x557a, command: 0x04, reserved: 0, record: { name: 'time', value: TIME } }
    expect(() => encodeTachographBlock(block, 'up')).toThrow('is no time')
  })

  it('any data as any command is a record or its bytes, and is written back to them', () => {
    const given = fc.record({
      way: fc.constantFrom('up' as const, 'down' as const),
      command: fc.oneof(
        fc.constantFrom(...[...Object.keys(RECORDS.up), ...Object.keys(RECORDS.down)].map(Number)),
        fc.nat(255),
      ),
      data: fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc
          .constantFrom(6, 7, 8, 25, 41, 50, 87, 126, 133, 234, 666)
          .chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
      ),
    })
    fc.assert(
      fc.property(given, ({ way, command, data }) => {
        const block = blockOf({ command, bytes: toHex(data) })
        const decoded = decodeTachographBlock(block, way)
        if (way === 'down' || command < 0xfa || command > 0xfb) expect(decoded.ok).toBe(true)
        if (decoded.ok) expect(toHex(encodeTachographBlock(decoded.value, way))).toBe(toHex(block))
      }),
      { numRuns: 1000 },
    )
  })

  it('any bytes are a block or a reason', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const decoded = decodeTachographBlock(bytes, 'up')
        if (!decoded.ok) expect(decoded.offset).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})
