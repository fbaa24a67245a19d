import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, formatPartHead, MAX_UNFINISHED_BYTES, MessageJoiner, parsePartHead } from './message-parts.ts'

const head = (message: string, index: number, totalBytes: number) => ({ message, index, totalBytes })

describe('messages in parts', () => {
  it('are whole again, also when the parts of several are mixed', () => {
    const joiner = new MessageJoiner()
    const messages = ['a', 'b', 'c'].map((name, n) => ({ name, bytes: new Uint8Array(25).fill(n) }))
    const joined: Uint8Array[] = []
    for (let index = 0; index < 3; index++) {
      for (const { name, bytes } of messages) {
        const part = cut(bytes, 10)[index] ?? new Uint8Array()
        const whole = joiner.add('x', head(name, index, 25), part)
        if (whole !== null) joined.push(new Uint8Array(whole))
      }
    }
    expect(joined).toEqual(messages.map(({ bytes }) => bytes))
    expect(joiner.bytes).toBe(0)
  })

  it('are given up when a part is missing, and the next message is not concerned', () => {
    const joiner = new MessageJoiner()
    joiner.add('x', head('a', 0, 30), new Uint8Array(10))
    expect(joiner.add('x', head('a', 2, 30), new Uint8Array(10))).toBeNull()
    expect(joiner.bytes).toBe(0)
    expect(joiner.add('x', head('b', 0, 5), new Uint8Array(5))).toHaveLength(5)
  })

  it('hold no more than the limit: the oldest is given up', () => {
    const joiner = new MessageJoiner()
    const part = new Uint8Array(4 * 1024 * 1024)
    for (let n = 0; n < 40; n++) joiner.add('x', head(`m${n}`, 0, part.length + 1), part)
    expect(joiner.bytes).toBe(MAX_UNFINISHED_BYTES)
    expect(joiner.add('x', head('m0', 1, part.length + 1), new Uint8Array(1))).toBeNull()
    expect(joiner.add('x', head('m39', 1, part.length + 1), new Uint8Array(1))).toHaveLength(part.length + 1)
  })

  it('take any head and any part without a failure, and count no byte below zero', () => {
    const joiner = new MessageJoiner()
    const part = fc.record({
      message: fc.constantFrom('a', 'b'),
      index: fc.nat(3),
      totalBytes: fc.nat(30),
      bytes: fc.uint8Array({ maxLength: 20 }),
    })
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        for (const { bytes, ...given } of parts) {
          const whole = joiner.add('x', given, bytes)
          if (whole !== null) expect(whole.length).toBe(given.totalBytes)
          expect(joiner.bytes).toBeGreaterThanOrEqual(0)
        }
      }),
    )
    fc.assert(
      fc.property(fc.string(), (given) => {
        const parsed = parsePartHead(given)
        if (parsed !== null) expect(parsePartHead(formatPartHead(parsed))).toEqual(parsed)
      }),
    )
  })
})
