// What a position says, alone and in bulk, with its list of items, its time and texts of fixed width.
import { ByteReader, ByteWriter, fromHex, toHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { decodeBody, encodeBody } from './catalogue.ts'
import { decodePosition, withHemisphere, writePosition } from './messages/0200-position.ts'
import { type PositionItem, readItems, writeItems } from './position-items.ts'
import { readFixedText, readShortText, writeFixedText, writeShortText } from './text.ts'
import { localTimeS } from './wire-time.ts'

const SOUTH = 4
const WEST = 8
const TIME = fromHex('260105120000')

/** The 28 bytes of a position, and what stands behind them. */
function bytesOf({ status = 3, lat = 24_080_000, lng = 120_530_000 } = {}, behind = ''): Uint8Array {
  const writer = new ByteWriter(64).u32(1).u32(status).u32(lat).u32(lng).u16(12).u16(455).u16(90)
  return writer.bytes(TIME).bytes(fromHex(behind)).finish()
}

function read(...position: Parameters<typeof bytesOf>) {
  const decoded = decodePosition(bytesOf(...position))
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.value
}

describe('the place of a position', () => {
  it.each([
    ['north and east', { status: 3 }, [24_080_000, 120_530_000], undefined],
    ['south by its bit', { status: 3 | SOUTH }, [-24_080_000, 120_530_000], undefined],
    ['west by its bit', { status: 3 | WEST }, [24_080_000, -120_530_000], undefined],
    ['south by its sign', { lat: -24_080_000 }, [-24_080_000, 120_530_000], true],
    ['west by its sign', { lng: -120_530_000 }, [24_080_000, -120_530_000], true],
    ['south by both', { status: 3 | SOUTH, lat: -24_080_000 }, [-24_080_000, 120_530_000], true],
    ['west by both', { status: 3 | WEST, lng: -120_530_000 }, [24_080_000, -120_530_000], true],
    ['on the equator and the prime meridian', { status: 3 | SOUTH | WEST, lat: 0, lng: 0 }, [0, 0], undefined],
  ])('%s, and is written back as it was sent', (_title, fields, place, signedOnWire) => {
    const position = read(fields)
    expect([position.latE6, position.lngE6]).toEqual(place)
    expect(position.signedOnWire).toBe(signedOnWire)
    const writer = new ByteWriter(32)
    writePosition(writer, position)
    expect(toHex(writer.finish())).toBe(toHex(bytesOf(fields)))
  })

  it('sets the bits of its hemispheres, and none at 0', () => {
    expect(withHemisphere(3, -1, 1)).toBe(3 | SOUTH)
    expect(withHemisphere(3, 1, -1)).toBe(3 | WEST)
    expect(withHemisphere(0x8000_000f, 0, 0)).toBe(0x8000_0003)
  })
})

describe('the items of a position', () => {
  const items = (behind: string) => read({}, behind).items.map(({ id, value }) => [id, toHex(value)])
  const WHOLE = '01040000006402020037030202580402002c3100'

  it('are a list to its end, an empty one too', () => {
    expect(items('01040000006431003101ff')).toEqual([
      [1, '00000064'],
      [0x31, ''],
      [0x31, 'ff'],
    ])
    expect(items('3100')).toEqual([[0x31, '']])
  })

  it('end where an item claims more than there is; the rest is left', () => {
    const reader = new ByteReader(fromHex('310113300200'))
    expect(readItems(reader)).toEqual([{ id: 0x31, value: Uint8Array.of(0x13) }])
    expect(toHex(reader.rest())).toBe('300200')
  })

  it('of twenty bytes are a list only when they are a whole one, wherever they stand', () => {
    expect(items(WHOLE).map(([id]) => id)).toEqual([1, 2, 3, 4, 0x31])
    expect(items(`${WHOLE.slice(0, -2)}01`)).toEqual([])
    expect(items(`${WHOLE.slice(0, -4)}0000`)).toHaveLength(5)
    // One byte less or more is no fixed block.
    expect(items(WHOLE.slice(0, -2)).map(([id]) => id)).toEqual([1, 2, 3, 4])
    expect(items(`${WHOLE}01`).map(([id]) => id)).toEqual([1, 2, 3, 4, 0x31])
  })

  it('are written with up to 255 bytes each', () => {
    const written = (item: PositionItem) => {
      const writer = new ByteWriter(300)
      writeItems(writer, [item])
      return writer.finish()
    }
    const longest = { id: 0xf3, value: new Uint8Array(255).fill(7) }
    expect(readItems(new ByteReader(written(longest)))).toEqual([longest])
    expect(() => written({ id: 0xf3, value: new Uint8Array(256) })).toThrow('item 243 holds 256 bytes')
  })
})

describe('positions in bulk', () => {
  const entry = (behind = '') => {
    const bytes = toHex(bytesOf({}, behind))
    return (bytes.length / 2).toString(16).padStart(4, '0') + bytes
  }
  const batch = (hex: string) => {
    const decoded = decodeBody(0x0704, '2013', fromHex(hex))
    if (!decoded.ok || decoded.value.name !== 'positionBatch') throw new Error('no batch')
    const { body, extra } = decoded.value
    return { kind: body.kind, count: body.entries.length, extra: extra && toHex(extra), body }
  }

  it('are as many as are counted; what stands behind them is left', () => {
    expect(batch(`000200${entry()}${entry()}`)).toMatchObject({ kind: 0, count: 2, extra: undefined })
    expect(batch(`000101${entry()}${entry()}`)).toMatchObject({ kind: 1, count: 1, extra: entry() })
    expect(batch('000000')).toMatchObject({ count: 0, extra: undefined })
  })

  it('that are broken off keep the positions before the break', () => {
    const whole = entry('3100')
    for (const rest of ['00', '001c', entry().slice(0, -2), '0001ff', `001b${toHex(bytesOf()).slice(2)}`])
      expect(batch(`000301${whole}${rest}`)).toMatchObject({ count: 1, extra: rest })
  })

  it('keep what stands behind broken items of one of them, and are written back', () => {
    const hex = `000201${entry('310113300200')}${entry('3100')}`
    const { body } = batch(hex)
    expect(body.entries.map(({ extra }) => extra && toHex(extra))).toEqual(['300200', undefined])
    expect(toHex(encodeBody({ name: 'positionBatch', body }, '2013'))).toBe(hex)
  })
})

describe('a time on the wire', () => {
  it.each([
    ...['000105120000', 'a00105120000', '260005120000', '261305120000', '260100120000', '260132120000'],
    ...['260229120000', '260230120000', '280230120000', '260431120000', '260631120000', '260931120000'],
    ...['261131120000', '260105240000', '260105126000', '260105120060', '2a0105120000', '260a05120000'],
    ...['26010a120000', '2601051a0000', '260105120a00', '26010512000a', '260105a00000', 'ffffffffffff'],
  ])('%s is none', (digits) => {
    expect(localTimeS(fromHex(digits))).toBe(null)
  })

  it.each([
    ['010101000000', Date.UTC(2001, 0, 1)],
    ['260228235959', Date.UTC(2026, 1, 28, 23, 59, 59)],
    ['280229000000', Date.UTC(2028, 1, 29)],
    ['260430120000', Date.UTC(2026, 3, 30, 12)],
    ['260531120000', Date.UTC(2026, 4, 31, 12)],
    ['991231235959', Date.UTC(2099, 11, 31, 23, 59, 59)],
  ])('%s is one', (digits, unixMs) => {
    expect(localTimeS(fromHex(digits))).toBe(unixMs / 1000)
    expect(localTimeS(fromHex(`ffff${digits}`), 2)).toBe(unixMs / 1000)
  })
})

describe('a text', () => {
  it('of fixed width loses the zeros at its end, and keeps those within', () => {
    const text = (hex: string) => readFixedText(new ByteReader(fromHex(hex)), hex.length / 2)
    expect([text('41420000'), text('41004200'), text('0000'), text('41422020')]).toEqual(['AB', 'A\0B', '', 'AB  '])
  })

  it('is written into its field, and refused where it does not fit', () => {
    const fixed = (text: string, width: number) => {
      const writer = new ByteWriter(8)
      writeFixedText(writer, text, width)
      return toHex(writer.finish())
    }
    expect([fixed('AB', 4), fixed('ABCD', 4), fixed('京A', 4)]).toEqual(['41420000', '41424344', 'bea94100'])
    expect(() => fixed('ABCDE', 4)).toThrow('"ABCDE" does not fit into 4 bytes')
    const short = (text: string) => {
      const writer = new ByteWriter(300)
      writeShortText(writer, text)
      return writer.finish()
    }
    expect(readShortText(new ByteReader(short('x'.repeat(255))))).toBe('x'.repeat(255))
    expect(() => short('x'.repeat(256))).toThrow('a text of 256 bytes does not fit behind a length byte')
  })
})
