import { concat } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMediaPacket } from './decode-packet.ts'
import { encodePackets } from './encode-packets.ts'
import { type DroppedFrame, FrameJoiner, type FrameJoinerOptions, type JoinedFrame, simIdOf } from './frame-joiner.ts'
import { DataType, type MediaPacket, PartMark, PayloadType } from './media-packet.ts'

const SIM = Uint8Array.of(0x01, 0x38, 0x00, 0x13, 0x80, 0x01)
/** Packets as a device would send them; each call goes on with the serial. */
function device(maxBodyLength = 10) {
  let serial = 65_530
  return (dataType: number, timestampMs: number, payload: readonly number[]): MediaPacket[] => {
    const packets = encodePackets({
      simRaw: SIM,
      channel: 2,
      payloadType: dataType === DataType.audio ? PayloadType.g711a : PayloadType.h264,
      dataType,
      timestampMs,
      payload: Uint8Array.from(payload),
      firstSerial: serial,
      maxBodyLength,
    })
    serial = (serial + packets.length) & 0xffff
    return packets.map((bytes) => {
      const packet = decodeMediaPacket(bytes, 6)
      if (!packet.ok) throw new Error(packet.reason)
      return packet.value
    })
  }
}

function run(packets: readonly MediaPacket[], options?: FrameJoinerOptions) {
  const joiner = new FrameJoiner(options)
  const frames: JoinedFrame[] = []
  const dropped: DroppedFrame[] = []
  const take = (event: JoinedFrame | DroppedFrame): void => {
    if (event.kind === 'dropped') dropped.push(event)
    else frames.push(event)
  }
  for (const packet of packets) joiner.push(packet, take)
  const beforeEnd = frames.length
  joiner.end(take)
  return { frames, dropped, beforeEnd }
}

const bytesOf = (frame: JoinedFrame): number[] => [...concat(frame.pieces)]
const count = (from: number, length: number): number[] => Array.from({ length }, (_, at) => (from + at) & 0xff)
const picture = (length: number): number[] => [0, 0, 0, 1, ...count(0x41, length - 4)]

describe('the frame joiner', () => {
  it('joins first, middle and last, with audio between them, over the wrap of the serial', () => {
    const send = device()
    const video = send(DataType.I, 100, picture(45))
    const audio = send(DataType.audio, 90, [1, 2, 3])
    // In the order of the serials, the audio lies inside of the picture.
    const packets = [...video.slice(0, 2), ...audio, ...video.slice(2)].map((packet, index) => ({
      ...packet,
      serial: (65_530 + index) & 0xffff,
    }))
    const { frames, dropped } = run(packets)
    expect(dropped).toEqual([])
    expect(frames.map((frame) => frame.kind)).toEqual(['audio', 'video'])
    expect(frames[1]).toMatchObject({
      codec: 98,
      dataType: 0,
      timestampMs: 100,
      channel: 2,
      simId: '13800138001',
      byteLength: 45,
      afterGap: false,
    })
    expect(bytesOf(frames[1]!)).toEqual(picture(45))
  })

  it('takes several audio packets with one time as frames of their own', () => {
    const send = device()
    const { frames } = run([1, 2, 3].flatMap((each) => send(DataType.audio, 500, [each])))
    expect(frames.map(bytesOf)).toEqual([[1], [2], [3]])
  })

  it('ends a frame by its mark though the M bit never comes', () => {
    const send = device()
    const packets = send(DataType.P, 0, picture(25)).map((packet) => ({ ...packet, marker: false }))
    const { frames, beforeEnd } = run(packets)
    expect(beforeEnd).toBe(1)
    expect(bytesOf(frames[0]!)).toEqual(picture(25))
  })

  it('drops the unfinished frame at a gap and waits for the next I frame', () => {
    const send = device()
    const key = send(DataType.I, 0, picture(30))
    const broken = send(DataType.P, 40, picture(30))
    const waits = send(DataType.P, 80, picture(30))
    const sound = send(DataType.audio, 80, [7])
    const next = send(DataType.I, 120, picture(20))
    const after = send(DataType.P, 160, picture(5))
    const { frames, dropped } = run([...key, broken[0]!, broken[2]!, ...waits, ...sound, ...next, ...after])
    expect(frames.map((frame) => [frame.kind, frame.timestampMs, frame.afterGap])).toEqual([
      ['video', 0, false],
      ['audio', 80, false],
      ['video', 120, true],
      ['video', 160, false],
    ])
    expect(dropped.map((drop) => drop.reason)).toEqual(['gap', 'no begin', 'waiting for a key frame'])
  })

  it('believes another judge of key frames than the data type', () => {
    const send = device()
    const first = send(DataType.P, 0, picture(5))
    send(DataType.P, 40, picture(5)) // lost
    const second = send(DataType.P, 80, picture(5))
    const { frames } = run([...first, ...second], { isKeyFrame: () => true })
    expect(frames.map((frame) => frame.afterGap)).toEqual([false, true])
  })

  it('sees no gap when a device counts audio and video apart', () => {
    const send = device()
    const video = [0, 1, 2].flatMap((each) => send(DataType.I, each * 40, picture(8)))
    const sound = [0, 1, 2].flatMap((each) => send(DataType.audio, each * 40, [each]))
    const packets = video.flatMap((packet, index) => [
      { ...packet, serial: 10 + index },
      { ...sound[index]!, serial: 700 + index },
    ])
    // The very first audio packet cannot be distinguished from a gap; from then on all is in order.
    const { frames } = run(packets)
    expect(frames).toHaveLength(6)
    expect(frames.filter((frame) => frame.afterGap).length).toBeLessThanOrEqual(2)
  })

  it('appends parts that are all marked whole: same time and type, no start code in front', () => {
    const send = device(950)
    const payload = picture(2_200)
    const packets = send(DataType.I, 0, payload).map((packet) => ({ ...packet, mark: PartMark.whole, marker: false }))
    const next = send(DataType.P, 40, picture(30))
    const { frames, dropped } = run([...packets, ...next])
    expect(dropped).toEqual([])
    expect(frames.map((frame) => frame.byteLength)).toEqual([2_200, 30])
    expect(bytesOf(frames[0]!)).toEqual(payload)
  })

  it('learns that a device splits short bodies without marks, at the price of the first frame', () => {
    const send = device(500)
    const whole = (packet: MediaPacket): MediaPacket => ({ ...packet, mark: PartMark.whole, marker: false })
    const first = send(DataType.I, 0, picture(1_200)).map(whole)
    const second = send(DataType.I, 40, picture(1_200)).map(whole)
    const third = send(DataType.P, 80, picture(1_200)).map(whole)
    const { frames, dropped } = run([...first, ...second, ...third])
    expect(frames.map((frame) => frame.byteLength)).toEqual([500, 1_200, 1_200])
    expect(dropped.map((drop) => drop.reason)).toEqual(['no begin', 'no begin'])
  })

  it('gives out a whole packet at once, without waiting for the next', () => {
    const send = device(2_000)
    expect(run(send(DataType.P, 0, picture(500))).beforeEnd).toBe(1)
    expect(run(send(DataType.P, 0, picture(1_500))).beforeEnd).toBe(1)
  })

  it('drops a frame that another one follows before its last part', () => {
    const send = device()
    const first = send(DataType.I, 0, picture(30)).slice(0, 2)
    const second = send(DataType.I, 40, picture(30)).map((packet) => ({ ...packet, serial: packet.serial - 1 }))
    const { frames, dropped } = run([...first, ...second])
    expect(frames.map((frame) => [frame.timestampMs, frame.afterGap])).toEqual([[40, true]])
    expect(dropped.map((drop) => drop.reason)).toEqual(['unfinished'])
  })

  it('reports an incomplete frame that a whole packet follows, whatever came before it', () => {
    const [packet] = device()(DataType.B, 0, [9])
    const whole = { ...packet!, mark: PartMark.whole, serial: 1, pieces: [], bodyLength: 0 }
    const begun = { ...packet!, mark: PartMark.first, dataType: DataType.I, serial: 2 }
    const { dropped } = run([whole, begun, { ...packet!, mark: PartMark.whole, serial: 3 }])
    expect(dropped).toContainEqual({ kind: 'dropped', channel: 2, reason: 'unfinished', byteLength: begun.bodyLength })
  })

  it('bounds the size of a frame and the number of streams', () => {
    const send = device()
    const { frames, dropped } = run(send(DataType.I, 0, picture(200)), { maxFrameBytes: 100 })
    expect(frames).toEqual([])
    expect(dropped[0]).toMatchObject({ reason: 'too long' })
    const [packet] = device()(DataType.audio, 0, [1])
    const many = Array.from({ length: 200 }, (_, channel) => ({ ...packet!, channel, serial: channel }))
    expect(run(many).frames).toHaveLength(64)
  })

  it('takes a frame of exactly the bound, and says of what is above it how much it was', () => {
    const exact = run(device()(DataType.I, 0, picture(30)), { maxFrameBytes: 30 })
    expect(exact.frames.map((frame) => frame.byteLength)).toEqual([30])
    const send = device()
    const over = run([...send(DataType.I, 0, picture(31)), ...send(DataType.P, 40, picture(5))], { maxFrameBytes: 30 })
    expect(over.frames).toEqual([])
    expect(over.dropped).toEqual([
      { kind: 'dropped', channel: 2, reason: 'too long', byteLength: 31 },
      { kind: 'dropped', channel: 2, reason: 'waiting for a key frame', byteLength: 5 },
    ])
    const [small] = device()(DataType.I, 0, picture(5))
    const pieces = (length: number) => [{ ...small!, pieces: Array(length).fill(Uint8Array.of(0)), bodyLength: length }]
    expect(run(pieces(16_384)).frames).toHaveLength(1)
    expect(run(pieces(16_385)).dropped).toMatchObject([{ reason: 'too long', byteLength: 16_385 }])
    const large = (bodyLength: number) => run([{ ...small!, bodyLength }])
    expect(large(4 * 1024 * 1024).frames).toHaveLength(1)
    expect(large(4 * 1024 * 1024 + 1).dropped).toMatchObject([{ reason: 'too long' }])
  })

  it('keeps video, sound and transparent bodies of each channel apart, and drops what is of one stream too many', () => {
    const [part] = device()(DataType.I, 0, picture(30))
    const [sound] = device()(DataType.audio, 0, [1, 2])
    const begun = Array.from({ length: 64 }, (_, channel) => ({ ...part!, channel, serial: channel }))
    const packets = [...begun, { ...sound!, channel: 1, serial: 64 }, { ...part!, channel: 64, serial: 65 }]
    const { frames, dropped } = run(packets)
    expect(frames).toEqual([])
    expect(dropped.slice(0, 2)).toEqual([
      { kind: 'dropped', channel: 1, reason: 'too long', byteLength: 2 },
      { kind: 'dropped', channel: 64, reason: 'too long', byteLength: 10 },
    ])
    expect(dropped.slice(2)).toEqual(
      begun.map(({ channel }) => ({ kind: 'dropped', channel, reason: 'unfinished', byteLength: 10 })),
    )
    const transparent = { ...sound!, dataType: DataType.transparent, payloadType: PayloadType.transparent, serial: 3 }
    const between = run([{ ...part!, serial: 1 }, { ...sound!, serial: 2 }, transparent])
    expect(between.frames.map(({ kind, codec, dataType }) => [kind, codec, dataType])).toEqual([
      ['audio', PayloadType.g711a, DataType.audio],
      ['transparent', PayloadType.transparent, DataType.transparent],
    ])
    expect(between.dropped.map(({ reason }) => reason)).toEqual(['unfinished'])
  })

  it('holds a full picture without marks and M bit for what may belong to it, and gives it out at the end', () => {
    const [full] = device(2_000)(DataType.I, 0, picture(950))
    const [short] = device(2_000)(DataType.I, 0, picture(949))
    const waits = run([{ ...full!, marker: false }])
    expect([waits.beforeEnd, waits.frames.length, waits.dropped]).toEqual([0, 1, []])
    expect(run([{ ...short!, marker: false }]).beforeEnd).toBe(1)
    expect(run([full!]).beforeEnd).toBe(1)
    const more = { ...full!, serial: full!.serial + 1, pieces: [Uint8Array.of(9, 9)], bodyLength: 2 }
    const joined = run([{ ...full!, marker: false }, more])
    expect([joined.beforeEnd, joined.frames.map(({ byteLength }) => byteLength)]).toEqual([1, [952]])
  })

  it('goes on with a picture without marks only at its time, of its type, and where no picture begins', () => {
    const [full] = device(2_000)(DataType.I, 0, picture(950))
    const first = { ...full!, marker: false }
    const sizes = (over: Partial<MediaPacket>, pieces: readonly number[][] = [[9, 9]]) => {
      const bodyLength = pieces.flat().length
      const body = { pieces: pieces.map((piece) => Uint8Array.from(piece)), bodyLength }
      return run([first, { ...first, serial: first.serial + 1, ...body, ...over }]).frames.map(
        (frame) => frame.byteLength,
      )
    }
    expect(sizes({})).toEqual([952])
    expect(sizes({ timestampMs: 40 })).toEqual([950, 2])
    expect(sizes({ dataType: DataType.P })).toEqual([950, 2])
    expect(sizes({ payloadType: PayloadType.h265 })).toEqual([950, 2])
    expect(sizes({}, [])).toEqual([950, 0])
    for (const begins of [[[0, 0, 1]], [[0, 0, 0, 1, 5]], [[0], [0, 1]]])
      expect(sizes({}, begins), JSON.stringify(begins)).toEqual([950, begins.flat().length])
    for (const goesOn of [[[1]], [[0, 1]], [[0, 0, 2]], [[0, 0]], [[0, 0, 0, 0, 1]], [[7, 0, 0, 1]]])
      expect(sizes({}, goesOn), JSON.stringify(goesOn)).toEqual([950 + goesOn.flat().length])
  })

  it('gives out a held picture before the marked parts of the next, which do not go on with it', () => {
    const [full] = device(2_000)(DataType.I, 0, picture(950))
    const parts = device(950)(DataType.I, 0, count(7, 1_000)).map((part, at) => ({ ...part, serial: 65_531 + at }))
    const { frames, dropped } = run([{ ...full!, marker: false }, ...parts])
    expect(frames.map(({ byteLength, afterGap }) => [byteLength, afterGap])).toEqual([
      [950, false],
      [1_000, false],
    ])
    expect(dropped).toEqual([])
  })

  it('marks what comes behind a gap of any stream once, and lets sound go on', () => {
    const send = device()
    const sound = [0, 20].map((timeMs) => send(DataType.audio, timeMs, [1]))
    send(DataType.audio, 40, [1]) // lost
    const later = [60, 80].map((timeMs) => send(DataType.audio, timeMs, [1]))
    const { frames, dropped } = run([...sound, ...later].flat())
    expect(frames.map(({ afterGap }) => afterGap)).toEqual([false, false, true, false])
    expect(dropped).toEqual([])
  })

  it('waits for a key frame behind a picture that was lost as a whole, and not for one of sound that was lost in part', () => {
    const send = device()
    const key = send(DataType.I, 0, picture(5))
    send(DataType.P, 40, picture(5)) // lost
    const later = [DataType.P, DataType.I].map((dataType) => send(dataType, 80, picture(5)))
    const { frames, dropped } = run([...key, ...later.flat()])
    expect(frames.map(({ dataType }) => dataType)).toEqual([DataType.I, DataType.I])
    expect(dropped.map(({ reason }) => reason)).toEqual(['waiting for a key frame'])
    const [begun, , ...rest] = [send(DataType.audio, 0, count(0, 20)), send(DataType.audio, 20, [1])].flat()
    const sound = run([begun!, ...rest.map((packet) => ({ ...packet, serial: (packet.serial - 1) & 0xffff }))])
    expect(sound.frames.map(bytesOf)).toEqual([[1]])
    expect(sound.dropped.map(({ reason }) => reason)).toEqual(['unfinished'])
  })

  it('names the sender of each frame, also where it changes', () => {
    const [packet] = device()(DataType.audio, 0, [1])
    const others = [SIM, Uint8Array.of(0, 0, 0, 0, 0, 0x42), SIM]
    const { frames } = run(others.map((simRaw, at) => ({ ...packet!, simRaw, serial: at })))
    expect(frames.map(({ simId }) => simId)).toEqual(['13800138001', '42', '13800138001'])
  })

  it('never throws and gives out no more bytes than it got', () => {
    const packet = fc.record({
      dataType: fc.nat(4),
      mark: fc.nat(3),
      serial: fc.nat(6),
      timestampMs: fc.nat(3),
      channel: fc.nat(2),
      marker: fc.boolean(),
      body: fc.uint8Array({ maxLength: 12 }),
    })
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 60 }), (list) => {
        const packets = list.map(({ body, ...fields }) => ({
          ...fields,
          kind: 'packet' as const,
          firstByte: 0x81,
          payloadType: 98,
          simRaw: SIM,
          iFrameIntervalMs: 0,
          frameIntervalMs: 0,
          pieces: body.length > 0 ? [body] : [],
          bodyLength: body.length,
        }))
        const { frames, dropped } = run(packets, { maxFrameBytes: 40 })
        const all = [...frames, ...dropped].reduce((sum, each) => sum + each.byteLength, 0)
        expect(all).toBe(packets.reduce((sum, each) => sum + each.bodyLength, 0))
        for (const frame of frames) expect(concat(frame.pieces)).toHaveLength(frame.byteLength)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the SIM as text', () => {
  it('is digits without leading zeros, or hex when it is not BCD', () => {
    expect(simIdOf(SIM)).toBe('13800138001')
    expect(simIdOf(Uint8Array.of(0, 0, 0x56, 0xae, 0xbc, 0x2a))).toBe('000056aebc2a')
    expect(simIdOf(new Uint8Array(6))).toBe('0')
    expect(simIdOf(Uint8Array.of(0x10, 0, 0x02))).toBe('100002')
  })
})
