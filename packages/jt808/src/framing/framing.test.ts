import { concat, fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeFrame, encodeFrames } from './encode-frames.ts'
import { unescapeFrame, wrapFrame } from './escape.ts'
import { FrameSplitter, type SplitterEvent } from './frame-splitter.ts'
import { decodeFrame, type Header, type Version } from './header.ts'
import { PacketAssembler } from './packet-assembler.ts'
import { unwrapFrame } from './unwrap-frame.ts'

export const HEARTBEAT = fromHex('7e000200000123456789017fff0a7e')

describe('frame splitter', () => {
  it('finds frames that share a delimiter, have their own, or stand behind rubbish', () => {
    const shared = concat([HEARTBEAT, HEARTBEAT.subarray(1)])
    const own = concat([HEARTBEAT, HEARTBEAT])
    const behind = concat([fromHex('2a585858'), HEARTBEAT])
    expect(kinds(split(shared))).toEqual(['frame', 'frame'])
    expect(kinds(split(own))).toEqual(['frame', 'frame'])
    expect(kinds(split(behind))).toEqual(['too-short', 'frame'])
  })

  it(`gives the same whatever the chunks`, () => {
    const stream = concat([
      HEARTBEAT,
      HEARTBEAT,
      fromHex('e701020304'),
      wrapFrame(fromHex('7e7d7e7d000000000000000000000000')),
      HEARTBEAT,
    ])
    const whole = split(stream)
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length]
        const events: SplitterEvent[] = []
        const splitter = new FrameSplitter()
        places.slice(1).forEach((end, at) => {
          // A chunk that is overwritten after the push must not matter.
          const chunk = stream.slice(places[at], end)
          splitter.push(chunk, (event) => events.push(event.kind === 'frame' ? copied(event) : event))
          chunk.fill(0x7e)
        })
        expect(events).toEqual(whole)
      }),
    )
  })

  it('[D12] reads a frame whose checksum is 7d and was not escaped', () => {
    const content = Uint8Array.from([...fromHex('000200000138001380000000'), 0])
    content[12] = 0x7d
    content[11] = content.subarray(0, 11).reduce((sum, byte) => sum ^ byte, 0x7d)
    const frame = Uint8Array.from([0x7e, ...content, 0x7e])
    expect(split(frame)).toEqual([{ kind: 'frame', bytes: content.subarray(0, 12) }])
  })

  it('drops a wrong checksum and a forgotten escape, and goes on', () => {
    const wrong = HEARTBEAT.slice()
    wrong[13] = 0x0b
    expect(kinds(split(concat([wrong, HEARTBEAT])))).toEqual(['checksum', 'frame'])
    const forgotten = fromHex('7e0002000001234567897d7fff0a7e')
    expect(kinds(split(concat([forgotten, HEARTBEAT])))).toEqual(['escape', 'frame'])
  })

  it('holds no more than its bound of endless bytes, and reports them once', () => {
    const events: SplitterEvent[] = []
    const splitter = new FrameSplitter(100)
    for (let at = 0; at < 1000; at++) splitter.push(new Uint8Array(50), (event) => events.push(event))
    expect(events).toEqual([])
    splitter.push(HEARTBEAT, (event) => events.push(event))
    expect(events[0]).toEqual({ kind: 'bad', reason: 'too-long', skipped: 50_000 })
    expect(kinds(events)).toEqual(['too-long', 'frame'])
  })

  it(`every content survives escaping`, () => {
    const byte = fc.oneof(fc.constantFrom(0x7d, 0x7e, 1, 2), fc.nat(0xff))
    fc.assert(
      fc.property(fc.array(byte, { minLength: 1 }), (bytes) => {
        const content = Uint8Array.from(bytes)
        const wrapped = wrapFrame(content)
        expect(wrapped.subarray(1, -1).includes(0x7e)).toBe(false)
        expect(unescapeFrame(wrapped.subarray(1, -1))).toEqual({ ok: true, value: content })
      }),
    )
  })

  it('escapes 7e as 7d 02 and 7d as 7d 01, and refuses 7d before anything else', () => {
    expect(toHex(wrapFrame(fromHex('7d307e')))).toBe('7e7d01307d027e')
    expect(unescapeFrame(fromHex('7d01307d02'))).toEqual({ ok: true, value: fromHex('7d307e') })
    expect(unescapeFrame(fromHex('30317d0302'))).toEqual({
      ok: false,
      offset: 2,
      reason: 'byte 7d is not followed by 01 or 02',
    })
  })

  it('says how many bytes it dropped, and why', () => {
    const bad = (reason: string, skipped: number) => [{ kind: 'bad', reason, skipped }]
    expect(split(fromHex('7e3031327e'))).toEqual(bad('too-short', 3))
    // Too short for a frame, whatever its escapes are; as long as one only before its escapes are taken out.
    expect(split(fromHex('7e7d037e'))).toEqual(bad('too-short', 2))
    expect(split(wrapFrame(fromHex('7d0000000000000000000000')))).toEqual(bad('too-short', 13))
    expect(split(wrapFrame(fromHex('7d00000000000000000000000000')))).toEqual(bad('checksum', 15))
  })

  it('takes a frame as long as its bound, and none that is longer', () => {
    const inner = HEARTBEAT.length - 2
    for (const [bound, kind] of [
      [inner, 'frame'],
      [inner - 1, 'bad'],
    ] as const) {
      for (const cut of [5, HEARTBEAT.length]) {
        const events: SplitterEvent[] = []
        const splitter = new FrameSplitter(bound)
        for (const chunk of [HEARTBEAT.subarray(0, cut), HEARTBEAT.subarray(cut)])
          splitter.push(chunk, (event) => events.push(event))
        expect(events.map((event) => event.kind)).toEqual([kind])
      }
    }
  })
})

describe('packets', () => {
  const version: Version = '2013'
  const message = { messageId: 0x0801, version, terminalRaw: fromHex('013912345678'), firstSerial: 0xfffe }
  const body = Uint8Array.from({ length: 2500 }, (_, at) => at)
  const frames = encodeFrames(message, body).map((bytes) => {
    const frame = decodeFrame(unwrapped(bytes))
    if (!frame.ok) throw new Error(frame.reason)
    return frame.value
  })

  it('a long message is cut with serials that wrap, and joined in whatever order', () => {
    expect(frames.map(({ header }) => [header.serial, header.packet?.number])).toEqual([
      [0xfffe, 1],
      [0xffff, 2],
      [0, 3],
    ])
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const assembler = new PacketAssembler()
      const last = order.map((at) => assembler.add(frames[at]!, 0)).at(-1)
      expect(last).toEqual({ kind: 'complete', header: frames[0]!.header, body })
      expect(assembler.bufferedBytes).toBe(0)
    }
  })

  it('is written with the header of its revision: flag, number, revision 1 where none is given', () => {
    const raw = fromHex('00000000013912345678')
    const written = (protocolVersion?: number) => {
      const revision = protocolVersion === undefined ? {} : { protocolVersion }
      const [frame = new Uint8Array()] = encodeFrames(
        { messageId: 0x0801, version: '2019', terminalRaw: raw, firstSerial: 3, ...revision },
        Uint8Array.of(0x41),
      )
      return toHex(unwrapped(frame))
    }
    expect(written()).toBe('08014001010000000001391234567800' + '0341')
    expect(written(2)).toBe('08014001020000000001391234567800' + '0341')
    const [older = new Uint8Array()] = encodeFrames({ ...message, protocolVersion: 2 }, new Uint8Array(1023))
    expect(headerOf(older)).toMatchObject({ version: '2013', versionFlag: false, protocolVersion: 0, bodyLength: 1023 })
    expect(headerOf(older).packet).toBe(undefined)
    const packets = encodeFrames(message, new Uint8Array(1024)).map((frame) => headerOf(frame))
    expect(
      packets.map(({ serial, bodyLength, packet }) => [serial, bodyLength, packet?.number, packet?.total]),
    ).toEqual([
      [0xfffe, 1023, 1, 2],
      [0xffff, 1, 2, 2],
    ])
  })

  it('a whole message passes at once', () => {
    const whole = decodeFrame(unwrapped(HEARTBEAT))
    expect(whole.ok && new PacketAssembler().add(whole.value, 0).kind).toBe('complete')
  })

  it('reports missing packets when the last packet arrives, and ignores repeats', () => {
    const assembler = new PacketAssembler()
    expect(assembler.add(frames[0]!, 0)).toEqual({ kind: 'waiting', dropped: [] })
    expect(assembler.add(frames[0]!, 0)).toEqual({ kind: 'repeated' })
    expect(assembler.add(frames[2]!, 0)).toMatchObject({
      kind: 'waiting',
      holes: { messageId: 0x0801, firstSerial: 0xfffe, total: 3, missing: [2] },
    })
  })

  it('gives up what waited too long, and only that', () => {
    const assembler = new PacketAssembler({ sets: 4, bytes: 1 << 20, ageMs: 60_000 })
    assembler.add(frames[0]!, 0)
    expect(assembler.expire(60_000)).toEqual([])
    expect(assembler.expire(60_001)).toMatchObject([{ missing: [2, 3] }])
    expect(assembler.bufferedBytes).toBe(0)
  })

  it('holds no more sets and bytes than its bounds, empty packets counted too', () => {
    const few = new PacketAssembler({ sets: 2, bytes: 1 << 20, ageMs: 60_000 })
    const small = new PacketAssembler({ sets: 1000, bytes: 10_000, ageMs: 60_000 })
    let dropped = 0
    for (let serial = 0; serial < 500; serial++) {
      const header = { ...frames[0]!.header, serial, packet: { total: 0xffff, number: 1 } }
      few.add({ header, body: new Uint8Array(10) }, serial)
      const assembly = small.add({ header, body: new Uint8Array(0) }, serial)
      dropped += assembly.kind === 'waiting' ? assembly.dropped.length : 0
      expect(small.bufferedBytes).toBeLessThanOrEqual(10_000)
    }
    expect(few.expire(Number.POSITIVE_INFINITY)).toHaveLength(2)
    expect(dropped).toBeGreaterThan(400)
  })
})

describe('a frame as somebody wrote it down', () => {
  const escaped = encodeFrame(headerOf(HEARTBEAT), fromHex('7d7e7d01'))

  it('with or without delimiters, escaped or not any more', () => {
    const plain = unwrapped(escaped)
    const sum = plain.reduce((total, byte) => total ^ byte, 0)
    const unescaped = concat([Uint8Array.of(0x7e), plain, Uint8Array.of(sum, 0x7e)])
    expect(unwrapFrame(escaped)).toEqual({ ok: true, value: plain })
    expect(unwrapFrame(escaped.subarray(1, -1))).toEqual({ ok: true, value: plain })
    expect(unwrapFrame(unescaped)).toEqual({ ok: true, value: plain })
  })

  it('says what is wrong and where', () => {
    const wrong = HEARTBEAT.slice()
    wrong[13] = 0x0b
    expect(unwrapFrame(wrong)).toEqual({ ok: false, offset: 13, reason: 'the checksum is 0b and should be 0a' })
    expect(unwrapFrame(fromHex('7e01017e'))).toEqual({
      ok: false,
      offset: 4,
      reason: '2 bytes are too few for a frame',
    })
    expect(unwrapFrame(new Uint8Array(0)).ok).toBe(false)
    // Twelve bytes whose checksum is right, thirteen as they are escaped.
    const short = wrapFrame(fromHex('7d000000000000000000007d'))
    expect(unwrapFrame(short.subarray(0, -2))).toMatchObject({ ok: false })
    expect(unwrapFrame(short)).toEqual({ ok: false, offset: 12, reason: '12 bytes are too few for a frame' })
    expect(unwrapFrame(fromHex('7e0002000001234567897d7fff0b7e'))).toEqual({
      ok: false,
      offset: 10,
      reason: 'byte 7d is not followed by 01 or 02',
    })
  })
})

function split(bytes: Uint8Array): SplitterEvent[] {
  const events: SplitterEvent[] = []
  new FrameSplitter().push(bytes, (event) => events.push(copied(event)))
  return events
}

function copied(event: SplitterEvent): SplitterEvent {
  return event.kind === 'frame' ? { kind: 'frame', bytes: event.bytes.slice() } : event
}

function kinds(events: readonly SplitterEvent[]): string[] {
  return events.map((event) => (event.kind === 'frame' ? 'frame' : event.reason))
}

export function unwrapped(frame: Uint8Array): Uint8Array {
  const events = split(frame)
  if (events[0]?.kind !== 'frame') throw new Error('not a frame')
  return events[0].bytes
}

export function headerOf(frame: Uint8Array): Header {
  const decoded = decodeFrame(unwrapped(frame))
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.value.header
}
