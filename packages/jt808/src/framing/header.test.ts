import { fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeFrame } from './encode-frames.ts'
import { HEARTBEAT, headerOf, unwrapped } from './framing.test.ts'
import { decodeFrame, type Header, terminalNumber } from './header.ts'

describe('header', () => {
  const headers: [string, string, Partial<Header>][] = [
    ['2013', '000200000123456789017fff', { version: '2013', messageId: 2, serial: 0x7fff, bodyLength: 0 }],
    ['2019', '000240000100000000017299841738ffff', { version: '2019', protocolVersion: 1, versionFlag: true }],
    ['a packet of several', '080120010123456789017fff0003000241', { packet: { total: 3, number: 2 }, bodyLength: 1 }],
    ['the last packet', '080120010123456789017fff0002000241', { packet: { total: 2, number: 2 } }],
    ['encrypted', '080104010123456789017fff41', { encryption: 1, reservedFlag: false }],
    ['with the reserved flag', '080180010123456789017fff41', { reservedFlag: true, encryption: 0 }],
    ['flag of 2019 and layout of 2013', '0102400201003000068109024a31', { version: '2013', versionFlag: true }],
    ['flag of 2013 and layout of 2019', '8104000001000000000134199055070001', { version: '2019', versionFlag: false }],
  ]

  it.each(headers)('%s is read and written back', (_, hex, expected) => {
    const frame = decodeFrame(fromHex(hex))
    expect(frame.ok && frame.value.header).toMatchObject(expected)
    if (frame.ok) expect(toHex(unwrapped(encodeFrame(frame.value.header, frame.value.body)))).toBe(hex)
  })

  it('a length that fits neither layout is noted, and the body is what is there', () => {
    const frame = decodeFrame(fromHex('000200050123456789017fff41'))
    expect(frame).toMatchObject({
      ok: true,
      value: { header: { bodyLength: 5, version: '2013' }, body: Uint8Array.of(0x41) },
    })
    expect(decodeFrame(fromHex('000240050100000000017299841738ffff41'))).toMatchObject({
      ok: true,
      value: { header: { bodyLength: 5, version: '2019', serial: 0xffff }, body: Uint8Array.of(0x41) },
    })
  })

  it('a length that fits the other layout alone decides only where the number is made of digits there', () => {
    const versionOf = (hex: string) => {
      const frame = decodeFrame(fromHex(hex))
      return frame.ok && frame.value.header.version
    }
    // The number of 2019 begins behind the revision and has 10 bytes; the one of 2013 begins before it and has 6.
    expect(versionOf('810400000a000000001341990550700001')).toBe('2019')
    expect(versionOf('8104000001000000001341990550ff0001')).toBe('2013')
    expect(versionOf('8104000001ff0000001341990550700001')).toBe('2013')
    expect(versionOf('0102400201003000068109ff0a31')).toBe('2013')
    // Too short for the header of 2019, which its flag says.
    expect(versionOf('010240020100300006ff09024a31')).toBe(false)
    expect(versionOf('080160010123456789017fff0003000241')).toBe('2013')
  })

  it('what cannot be written is refused', () => {
    const header = headerOf(HEARTBEAT)
    expect(() => encodeFrame({ ...header, version: '2019' }, new Uint8Array(0))).toThrow(
      'a 2019 header takes a number of 10 bytes',
    )
    expect(() => encodeFrame(header, new Uint8Array(1024))).toThrow('a body of 1024 bytes does not fit into one frame')
    expect(decodeFrame(unwrapped(encodeFrame(header, new Uint8Array(1023))))).toMatchObject({
      ok: true,
      value: { header: { bodyLength: 1023 } },
    })
  })

  it('a number that is not BCD keeps its bytes and is called by its hex', () => {
    const frame = decodeFrame(fromHex('000200004eb6fb4ad6280002'))
    expect(frame.ok && frame.value.header.terminal.id).toBe('4eb6fb4ad628')
    expect(frame.ok && toHex(frame.value.header.terminal.raw)).toBe('4eb6fb4ad628')
  })

  it('a number of digits gets zeros in front and loses them as a name', () => {
    expect(toHex(terminalNumber('13912345678', '2013').raw)).toBe('013912345678')
    expect(terminalNumber('13912345678', '2019')).toMatchObject({ id: '13912345678' })
    for (const digits of ['100200300400', '13800138001', '1', '0'])
      expect(terminalNumber(digits, '2013').id).toBe(digits)
    expect(() => terminalNumber('1234567890123', '2013')).toThrow('does not fit')
    for (const number of ['12a', 'a12', ''])
      expect(() => terminalNumber(number, '2013')).toThrow('is not made of digits')
  })

  it('too few bytes and an impossible packet number are reasons', () => {
    expect(decodeFrame(fromHex('0002'))).toMatchObject({ ok: false, offset: 2 })
    expect(decodeFrame(fromHex('080120010123456789017fff0003000041'))).toMatchObject({
      ok: false,
      offset: 12,
      reason: 'packet 0 of 3',
    })
    expect(decodeFrame(fromHex('080120010123456789017fff0003000441'))).toMatchObject({
      ok: false,
      offset: 12,
      reason: 'packet 4 of 3',
    })
  })

  it(`random bytes give a frame or a reason`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const frame = decodeFrame(bytes)
        if (!frame.ok || frame.value.body.length !== frame.value.header.bodyLength) return
        expect(unwrapped(encodeFrame(frame.value.header, frame.value.body))).toEqual(bytes)
      }),
      { numRuns: 2000 },
    )
  })
})
