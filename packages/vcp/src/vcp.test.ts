import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeVcp, encodeVcp, MAX_FIELD_BYTES, MAX_FIELD_LINES, MAX_MESSAGE_BYTES, type VcpMessage } from './index.ts'

const text = new TextEncoder()
const bytes = (content: string): Uint8Array => text.encode(content)
const reasonOf = (content: string | Uint8Array): string => {
  const result = decodeVcp(typeof content === 'string' ? bytes(content) : content)
  return result.ok ? 'read' : result.reason
}
/** A message around a body whose length line is right. */
const around = (body: string): string => `VCP\n${bytes(body).length}\n${body}`
const hash = 'A'.repeat(64)

/** Message beside its bytes; every row is used in both directions. */
const table: readonly { title: string; message: VcpMessage; wire: string }[] = [
  {
    title: '[VCP-016] the login of the example, whose length is 85',
    message: { code: 'Q02', fields: { X: '1', U: 'admin', P: hash } },
    wire: `VCP\n85\nM:Q02\nX:1\nU:admin\nP:${hash}\n`,
  },
  {
    title: '[VCP-005] [VCP-006] [VCP-007] [VCP-014] a message of the code alone',
    message: { code: 'Q03', fields: {} },
    wire: 'VCP\n6\nM:Q03\n',
  },
  {
    title: '[VCP-008] [VCP-014] [VCP-019] a payload after Z, not escaped',
    message: { code: 'Q04', fields: { R: '1' }, payload: bytes('a\\b\nM:\r') },
    wire: 'VCP\n21\nM:Q04\nR:1\nZ:7\na\\b\nM:\r',
  },
  {
    title: '[VCP-019] an empty payload has its Z line',
    message: { code: 'Q11', fields: {}, payload: new Uint8Array() },
    wire: 'VCP\n10\nM:Q11\nZ:0\n',
  },
  {
    title: '[VCP-018] the four escapes, and an empty value',
    message: { code: 'Q02', fields: { U: 'a\\b\nc\rd\0e', P: '' } },
    wire: 'VCP\n25\nM:Q02\nU:a\\\\b\\nc\\rd\\0e\nP:\n',
  },
  {
    title: '[VCP-015] the length counts bytes of UTF-8, not characters',
    message: { code: 'Q02', fields: { U: '車é😀' } },
    wire: 'VCP\n18\nM:Q02\nU:車é😀\n',
  },
  {
    title: '[VCP-017] later colons belong to the value, and a key has up to 8 letters and digits',
    message: { code: 'D10', fields: { L: 'http://a:1/b', AB345678: 'x' } },
    wire: 'VCP\n32\nM:D10\nL:http://a:1/b\nAB345678:x\n',
  },
]

describe('messages and their bytes', () => {
  it.each(table)('$title', ({ message, wire }) => {
    expect(new TextDecoder().decode(encodeVcp(message))).toBe(wire)
    expect(decodeVcp(bytes(wire))).toEqual({ ok: true, value: message })
  })
})

it('[VCP-017] the fields behind M come in any order, and an unknown one is read like the others', () => {
  for (const fields of [
    { U: 'a', P: 'b', QQ: 'c' },
    { QQ: 'c', P: 'b', U: 'a' },
  ]) {
    const lines = Object.entries(fields).map(([key, value]) => `${key}:${value}\n`)
    const read = decodeVcp(bytes(around(`M:Q02\n${lines.join('')}`)))
    expect(read).toEqual({ ok: true, value: { code: 'Q02', fields: { U: 'a', P: 'b', QQ: 'c' } } })
  }
})

describe('what is no message', () => {
  it.each([
    ['', 'the header is not "VCP"'],
    ['VCQ\n6\nM:Q03\n', 'the header is not "VCP"'],
    ['VCP\r\n6\nM:Q03\n', 'the header is not "VCP"'],
    ['VCP\n', 'the length line has no end'],
    ['VCP\n123456789\n', 'the length line has no end'],
  ])('[VCP-005] [VCP-014] %j is refused: %s', (content, reason) => expect(reasonOf(content)).toBe(reason))

  it.each([
    ['VCP\n\nM:Q03\n', 'the length is missing'],
    ['VCP\n06\nM:Q03\n', 'the length is not a plain decimal number'],
    ['VCP\n+6\nM:Q03\n', 'the length is not a plain decimal number'],
    ['VCP\n 6\nM:Q03\n', 'the length is not a plain decimal number'],
    ['VCP\n5\nM:Q03\n', 'the length says 5 bytes, 6 follow'],
    ['VCP\n7\nM:Q03\n', 'the length says 7 bytes, 6 follow'],
  ])('[VCP-015] %j is refused: %s', (content, reason) => expect(reasonOf(content)).toBe(reason))

  it.each([
    [around(''), 'there is no field'],
    [around('X:1\nM:Q03\n'), 'the first field is not M'],
    [around('M:Q03\nU\n'), 'the line has no colon'],
    [around('M:Q03\nu:1\n'), 'the key is not an upper-case letter with up to 7 letters or digits'],
    [around('M:Q03\nAb:1\n'), 'the key is not an upper-case letter with up to 7 letters or digits'],
    [around('M:Q03\n1A:1\n'), 'the key is not an upper-case letter with up to 7 letters or digits'],
    [around('M:Q03\nABCDEFGHI:1\n'), 'the key is not an upper-case letter with up to 7 letters or digits'],
    [around('M:Q03\n:1\n'), 'the key is not an upper-case letter with up to 7 letters or digits'],
    [around('M:Q03\nA:1\nA:2\n'), 'the key A is there twice'],
    [around('M:Q03\nM:Q03\n'), 'the key M is there twice'],
    [around('M:Q03'), 'the line has no end'],
    [around('M:Q03\nZ:0\nA:1\n'), 'Z says 0 bytes, 4 follow'],
  ])('[VCP-017] %j is refused: %s', (content, reason) => expect(reasonOf(content)).toBe(reason))

  it.each([
    [around('M:Q02\nU:a\\x\n'), 'a backslash stands before something it cannot escape'],
    [around('M:Q02\nU:a\\\n'), 'a backslash stands before something it cannot escape'],
    [around('M:Q02\nU:a\rb\n'), 'a raw CR or NUL stands in a line'],
    [around('M:Q02\nU:a\0b\n'), 'a raw CR or NUL stands in a line'],
  ])('[VCP-018] %j is refused: %s', (content, reason) => expect(reasonOf(content)).toBe(reason))

  it('[VCP-018] a value that is not UTF-8 is refused', () => {
    const body = Uint8Array.of(...bytes('M:Q02\nU:'), 0xff, 0x0a)
    expect(reasonOf(Uint8Array.of(...bytes(`VCP\n${body.length}\n`), ...body))).toBe('the value is not UTF-8')
  })

  it.each([
    [around('M:Q03\nZ:2\na'), 'Z says 2 bytes, 1 follow'],
    [around('M:Q03\nZ:0\na'), 'Z says 0 bytes, 1 follow'],
    [around('M:Q03\nZ:01\na'), 'Z is not a plain decimal number'],
    [around('M:Q03\nZ:\n'), 'Z is not a plain decimal number'],
  ])('[VCP-019] %j is refused: %s', (content, reason) => expect(reasonOf(content)).toBe(reason))
})

describe('limits', () => {
  const faultOf = (content: Uint8Array): string => {
    const result = decodeVcp(content)
    return result.ok ? 'read' : result.fault
  }
  const lines = (count: number): string => Array.from({ length: count - 1 }, (_, n) => `K${n}:\n`).join('')

  it(`[VCP-021] ${MAX_FIELD_LINES} lines are read, one more is too large`, () => {
    expect(faultOf(bytes(around(`M:Q03\n${lines(MAX_FIELD_LINES)}`)))).toBe('read')
    expect(faultOf(bytes(around(`M:Q03\n${lines(MAX_FIELD_LINES + 1)}`)))).toBe('too-large')
  })

  it(`[VCP-021] ${MAX_FIELD_BYTES} bytes of fields are read, one more is too large`, () => {
    const room = MAX_FIELD_BYTES - 'M:Q03\nU:\n'.length
    expect(faultOf(bytes(around(`M:Q03\nU:${'a'.repeat(room)}\n`)))).toBe('read')
    expect(faultOf(bytes(around(`M:Q03\nU:${'a'.repeat(room + 1)}\n`)))).toBe('too-large')
  })

  it('[VCP-021] a message of 4 MiB is read, one byte more is too large', () => {
    const room = MAX_MESSAGE_BYTES - 'VCP\n4194292\nM:U01\nZ:4194276\n'.length
    const whole = encodeVcp({ code: 'U01', fields: {}, payload: new Uint8Array(room) })
    expect(whole.length).toBe(MAX_MESSAGE_BYTES)
    expect(faultOf(whole)).toBe('read')
    expect(faultOf(new Uint8Array(MAX_MESSAGE_BYTES + 1))).toBe('too-large')
  })

  it('refuses to write what could not be read', () => {
    expect(() => encodeVcp({ code: 'Q02', fields: { Z: '1' } })).toThrow('"Z" cannot be a field')
    expect(() => encodeVcp({ code: 'Q02', fields: { u: '1' } })).toThrow('"u" cannot be a field')
    expect(() => encodeVcp({ code: 'Q02', fields: { U: '\ud800' } })).toThrow('not well-formed')
    expect(() => encodeVcp({ code: 'Q02', fields: { U: 'a'.repeat(MAX_FIELD_BYTES) } })).toThrow('at most 65536 bytes')
    expect(() => encodeVcp({ code: 'U01', fields: {}, payload: new Uint8Array(MAX_MESSAGE_BYTES) })).toThrow('at most')
  })
})

describe('anything at all', () => {
  const key = fc.stringMatching(/^[A-LN-Y][A-Z0-9]{0,7}$/)
  const value = fc.string({ unit: 'binary', maxLength: 40 }).filter((part) => part.isWellFormed())
  const message = fc.record({
    code: value,
    fields: fc.dictionary(key, value, { maxKeys: 20, noNullPrototype: true }),
    payload: fc.uint8Array({ maxLength: 200 }),
  })

  it('[VCP-014] whatever is written is read back the same', () => {
    fc.assert(
      fc.property(message, (sent) => {
        expect(decodeVcp(encodeVcp(sent))).toEqual({ ok: true, value: sent })
      }),
      { numRuns: 500 },
    )
  })

  it('[VCP-022] bytes of any kind are a value or a reason, never a throw', () => {
    const noise = fc.uint8Array({ maxLength: 300 })
    const nearly = fc.tuple(message, fc.nat(), fc.nat({ max: 255 })).map(([sent, place, byte]) => {
      const wire = Uint8Array.from(encodeVcp(sent))
      wire[place % wire.length] = byte
      return wire
    })
    fc.assert(
      fc.property(fc.oneof(noise, nearly), (wire) => {
        const result = decodeVcp(wire)
        // What is read must be what its own bytes say, and nothing else.
        if (result.ok) expect(decodeVcp(encodeVcp(result.value))).toEqual(result)
        else expect(result.reason).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })
})
