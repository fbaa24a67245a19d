import { describe, expect, it } from 'vitest'
import { movedValue, NO_ROWS, NUL_SIGN, rowText, sumText, withRow } from './moved-values.ts'
import { readPosition, writePosition } from './row-position.ts'

describe('a value of SQLite on its way to PostgreSQL', () => {
  it('keeps integers of 64 bits, text and bytes as they are', () => {
    expect(movedValue(9_223_372_036_854_775_807n, 'integer')).toBe('9223372036854775807')
    expect(movedValue(-1n, 'integer')).toBe('-1')
    expect(movedValue(4_294_967_296, 'integer')).toBe('4294967296')
    expect(movedValue('{"a":"\\u0000"}', 'text')).toBe('{"a":"\\u0000"}')
    expect(movedValue('Gruß 車', 'text')).toBe('Gruß 車')
    expect(movedValue(Uint8Array.of(0, 255), 'bytes')).toEqual(Buffer.from([0, 255]))
    for (const kind of ['integer', 'text', 'bytes'] as const) expect(movedValue(null, kind)).toBeNull()
  })

  it('shows each NUL in a text by a sign, which PostgreSQL stores', () => {
    expect(movedValue('a\0b\0', 'text')).toBe(`a${NUL_SIGN}b${NUL_SIGN}`)
  })

  it('is refused where its column cannot have it', () => {
    expect(() => movedValue(1.5, 'integer')).toThrow('"1.5" is stored where a whole number belongs')
    expect(() => movedValue(Number.POSITIVE_INFINITY, 'integer')).toThrow('where a whole number belongs')
    expect(() => movedValue('seven', 'integer')).toThrow('"seven" is stored where a whole number belongs')
    expect(() => movedValue(Uint8Array.of(1), 'text')).toThrow('1 bytes is stored where text belongs')
    expect(() => movedValue('text', 'bytes')).toThrow('"text" is stored where bytes belong')
  })
})

describe('the checksum of a table', () => {
  const sumOf = (...rows: (string | null)[][]) => rows.reduce(withRow, NO_ROWS)

  it('is the same for the same rows in any order, and another one for any other rows', () => {
    const [a, b] = [
      ['1', null],
      ['2', 'x'],
    ]
    expect(sumOf(a!, b!)).toEqual(sumOf(b!, a!))
    expect(sumOf(a!, b!)).not.toEqual(sumOf(a!, a!))
    expect(sumOf(a!, a!)).not.toEqual(sumOf(b!, b!))
    expect(sumOf()).toEqual({ rows: 0, sum: 0n })
    expect(sumText({ rows: 1, sum: -1n })).toBe('ffffffffffffffff')
  })

  it('tells cells apart that have the same text side by side', () => {
    expect(rowText(['ab', 'c'])).not.toBe(rowText(['a', 'bc']))
    expect(rowText([null])).not.toBe(rowText(['']))
    expect(rowText([null, null])).not.toBe(rowText(['-']))
    expect(rowText(['ü', Buffer.from([10])])).toBe('2:ü2:0a')
  })
})

describe('the position of a copy', () => {
  it('is a text that PostgreSQL stores, and reads back as the same key', () => {
    const key = [9_223_372_036_854_775_807n, 1.5, 'a\0"\\ü\n', null, Buffer.from([0, 1])]
    const text = writePosition(key)
    expect(text).toMatch(/^[\x20-\x7e]+$/)
    expect(readPosition(text)).toEqual(key)
  })
})
