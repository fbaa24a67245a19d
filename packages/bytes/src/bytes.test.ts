import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attempt,
  ByteReader,
  ByteWriter,
  bcdToDigits,
  concat,
  digitsToBcd,
  fromHex,
  gbkDecode,
  gbkEncode,
  isBcd,
  Malformed,
  sameBytes,
  toHex,
  xor,
} from './index.ts'

/** Each field once: how it is written, its bytes, and how it is read back. */
const fields: [string, (w: ByteWriter) => unknown, string, (r: ByteReader) => unknown, unknown][] = [
  ['u8', (w) => w.u8(0xfe), 'fe', (r) => r.u8(), 0xfe],
  ['u16', (w) => w.u16(0x8001), '8001', (r) => r.u16(), 0x8001],
  ['u24', (w) => w.u24(0xc00001), 'c00001', (r) => r.u24(), 0xc00001],
  ['u32', (w) => w.u32(0xfedcba98), 'fedcba98', (r) => r.u32(), 0xfedcba98],
  ['i16', (w) => w.i16(-2), 'fffe', (r) => r.i16(), -2],
  ['i32', (w) => w.i32(-2), 'fffffffe', (r) => r.i32(), -2],
  ['u64', (w) => w.u64(0x0102030405060708n), '0102030405060708', (r) => r.u64(), 0x0102030405060708n],
  ['bcd, zeros in front', (w) => w.bcd('13912345678', 6), '013912345678', (r) => r.bcd(6), '013912345678'],
  ['bytes', (w) => w.bytes(fromHex('00ff')), '00ff', (r) => toHex(r.take(2)), '00ff'],
  ['fill', (w) => w.fill(0x20, 3), '202020', (r) => toHex(r.rest()), '202020'],
]

describe('reader and writer', () => {
  it.each(fields)('%s is written and read back as the same bytes', (_name, write, hex, read, value) => {
    const writer = new ByteWriter(1)
    write(writer)
    expect(toHex(writer.finish())).toBe(hex)
    expect(read(new ByteReader(fromHex(hex)))).toEqual(value)
  })

  it('a writer keeps what was written while it grows, and what was finished does not change', () => {
    const writer = new ByteWriter(8)
    writer.fill(1, 8)
    const first = writer.finish()
    writer.fill(2, 100)
    expect(first).toEqual(new Uint8Array(8).fill(1))
    expect(writer.finish()).toEqual(concat([first, new Uint8Array(100).fill(2)]))
  })

  it('a reader of a part counts offsets from the start of the whole and stops at the end of the part', () => {
    const reader = new ByteReader(fromHex('000102030405'), 2, 4)
    expect(reader.u8()).toBe(2)
    expect(reader.offset).toBe(3)
    expect(reader.remaining).toBe(1)
    expect(attempt(() => reader.u16())).toEqual({ ok: false, offset: 3, reason: 'wanted 2 bytes, 1 left' })
    expect(reader.u8()).toBe(3)
  })

  it('a view is not a copy', () => {
    const bytes = fromHex('0102')
    expect(new ByteReader(bytes).take(2).buffer).toBe(bytes.buffer)
  })

  it('a length from the wire that is negative or not a number is out of bytes, not a crash', () => {
    expect(attempt(() => new ByteReader(fromHex('01')).take(-1)).ok).toBe(false)
    expect(attempt(() => new ByteReader(fromHex('01')).take(Number.NaN)).ok).toBe(false)
  })

  it('attempt lets a bug through', () => {
    expect(() =>
      attempt(() => {
        throw new TypeError('a bug')
      }),
    ).toThrow('a bug')
    expect(
      attempt(() => {
        throw new Malformed(3, 'no such kind')
      }),
    ).toEqual({ ok: false, offset: 3, reason: 'no such kind' })
  })

  it(`whatever is read from whatever bytes, a read gives a value or says where it ended`, () => {
    const step = fc.constantFrom('u8', 'u16', 'u24', 'u32', 'i16', 'i32', 'u64', 'rest')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.array(step, { maxLength: 12 }), (bytes, steps) => {
        const reader = new ByteReader(bytes)
        for (const read of steps) {
          const before = reader.offset
          const result = attempt<unknown>(() => reader[read as 'u8']())
          if (!result.ok) expect(result.offset).toBe(before)
          expect(reader.offset + reader.remaining).toBe(bytes.length)
        }
      }),
    )
  })
})

describe('hex, bcd, xor', () => {
  it('hex of either case becomes bytes, anything else names the character', () => {
    expect(fromHex('7E00fF')).toEqual(Uint8Array.of(0x7e, 0, 0xff))
    expect(attempt(() => fromHex('7e0g'))).toEqual({ ok: false, offset: 3, reason: 'not a hex digit' })
    expect(attempt(() => fromHex('7e0'))).toEqual({ ok: false, offset: 3, reason: 'odd number of hex digits' })
  })

  it('bytes survive hex and BCD', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes)
        expect(digitsToBcd(bcdToDigits(bytes))).toEqual(bytes)
        expect(isBcd(bytes)).toBe(!/[a-f]/.test(toHex(bytes)))
      }),
    )
  })

  it('digits that do not fit are refused, odd ones get a zero in front', () => {
    expect(toHex(digitsToBcd('123'))).toBe('0123')
    expect(() => digitsToBcd('1234567', 3)).toThrow('does not fit')
  })

  it('xor of a part', () => {
    expect(xor(fromHex('ff0102ff'), 1, 3)).toBe(3)
    expect(xor(new Uint8Array(0))).toBe(0)
  })

  it('same bytes are the same by content', () => {
    expect(sameBytes(fromHex('0102'), fromHex('0102'))).toBe(true)
    expect(sameBytes(fromHex('0102'), fromHex('0103'))).toBe(false)
    expect(sameBytes(fromHex('0102'), fromHex('01'))).toBe(false)
  })
})

describe('gbk', () => {
  it('a plate is two bytes for the province and one for the rest', () => {
    expect(toHex(gbkEncode('京A12345'))).toBe('bea9413132333435')
    expect(gbkDecode(fromHex('bea9413132333435'))).toBe('京A12345')
  })

  it('what is not GBK is replaced, what GBK lacks becomes a question mark', () => {
    expect(gbkDecode(fromHex('41ff'))).toBe('A\ufffd')
    expect(toHex(gbkEncode('A😀€'))).toBe('413f80')
  })

  it('every character of the GBK hanzi area survives', () => {
    const bytes: number[] = []
    for (let lead = 0xb0; lead <= 0xf6; lead++) for (let trail = 0xa1; trail <= 0xf9; trail++) bytes.push(lead, trail)
    const all = Uint8Array.from(bytes)
    expect(sameBytes(gbkEncode(gbkDecode(all)), all)).toBe(true)
  })

  it('decoding never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(typeof gbkDecode(bytes)).toBe('string')
      }),
    )
  })
})
