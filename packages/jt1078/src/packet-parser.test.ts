import { concat, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodePackets } from './encode-packets.ts'
import { DataType, type MediaPacket, PayloadType, type SimLength } from './media-packet.ts'
import { type MediaEvent, MediaPacketParser } from './packet-parser.ts'

const SIM = {
  6: Uint8Array.of(0x01, 0x38, 0x00, 0x13, 0x80, 0x01),
  // Its eighth byte reads as a known type and mark when only six bytes are taken for the SIM.
  10: Uint8Array.of(0, 0, 0, 0, 0x01, 0x38, 0x00, 0x13, 0x80, 0x01),
} as const

function stream(simLength: SimLength, sizes: readonly number[], maxBodyLength = 950): Uint8Array {
  let serial = 0
  const all = sizes.flatMap((size, index) => {
    const packets = encodePackets({
      simRaw: SIM[simLength],
      channel: 1,
      payloadType: PayloadType.h264,
      dataType: index % 3 === 2 ? DataType.audio : index === 0 ? DataType.I : DataType.P,
      timestampMs: 1_000 + index * 40,
      payload: Uint8Array.from({ length: size }, (_, at) => at + index),
      firstSerial: serial,
      maxBodyLength,
    })
    serial += packets.length
    return packets
  })
  return concat(all)
}

function read(chunks: readonly Uint8Array[], parser = new MediaPacketParser()): MediaEvent[] {
  const events: MediaEvent[] = []
  for (const chunk of chunks) parser.push(chunk, (event) => events.push(event))
  return events
}

function packetsOf(events: readonly MediaEvent[]): MediaPacket[] {
  return events.filter((event) => event.kind === 'packet')
}

/** What a packet says, without how its body was cut. */
function plain(packet: MediaPacket): unknown {
  return { ...packet, simRaw: toHex(packet.simRaw), pieces: toHex(concat(packet.pieces)) }
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % bytes.length))].sort((one, other) => one - other)
  return [...sorted, bytes.length].map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end))
}

describe('the stream parser', () => {
  for (const simLength of [6, 10] as const) {
    it(`finds ${simLength} SIM bytes and the same packets however the reads are cut`, () => {
      const bytes = stream(simLength, [2_500, 10, 320, 0, 951], 950)
      const whole = packetsOf(read([bytes]))
      expect(whole).toHaveLength(8)
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 40 }), (places) => {
          const parser = new MediaPacketParser()
          const events = read(cut(bytes, places), parser)
          expect(events.map((event) => event.kind)).not.toContain('skipped')
          expect(packetsOf(events).map(plain)).toEqual(whole.map(plain))
          expect(parser.simLength).toBe(simLength)
        }),
        { numRuns: 300 },
      )
    })

    it(`reads ${simLength} SIM bytes one byte at a time`, () => {
      const bytes = stream(simLength, [1_200, 10, 320])
      const events = read(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))
      expect(packetsOf(events).map(plain)).toEqual(packetsOf(read([bytes])).map(plain))
    })
  }

  it('a first read that ends where a packet would with the other length decides nothing', () => {
    const bytes = stream(10, [2_500, 10])
    const events = read(cut(bytes, [30]))
    expect(events.map((event) => event.kind)).not.toContain('skipped')
    expect(packetsOf(events).map(plain)).toEqual(packetsOf(read([bytes])).map(plain))
  })

  it('copies no payload byte: the pieces are views of the reads', () => {
    const bytes = stream(6, [5_000, 5_000])
    const chunks = cut(bytes, [700, 1_400, 2_100, 2_101, 5_000])
    const packets = packetsOf(read(chunks))
    expect(packets.some((packet) => packet.pieces.length > 1)).toBe(true)
    for (const packet of packets) for (const piece of packet.pieces) expect(piece.buffer).toBe(bytes.buffer)
  })

  it('shares one array for the SIM of all packets, which keeps no read alive', () => {
    const packets = packetsOf(read([stream(6, [3_000])]))
    expect(new Set(packets.map((packet) => packet.simRaw)).size).toBe(1)
    expect(packets[0]!.simRaw.buffer.byteLength).toBe(6)
  })

  it('skips what comes before the first packet and says how much', () => {
    const rubbish = Uint8Array.of(0x7e, 0x01, 0x00, 0x30, 0x31, 0x63, 0x64, 0x30, 0x31, 0x63)
    const bytes = concat([rubbish, stream(10, [2_000])])
    for (const chunks of [[bytes], cut(bytes, [3, 5, 9, 11, 40]), cut(bytes, [10])]) {
      const parser = new MediaPacketParser()
      const events = read(chunks, parser)
      parser.end((event) => events.push(event))
      expect(events[0]).toEqual({ kind: 'skipped', bytes: rubbish.length, where: 'before the first packet' })
      expect(packetsOf(events)).toHaveLength(3)
    }
  })

  it('gets back into step after rubbish between packets', () => {
    const bytes = concat([stream(6, [1_000]), Uint8Array.of(1, 2, 0x30, 0x31, 5), stream(6, [1_000])])
    const events = read([bytes])
    expect(events.map((event) => event.kind)).toEqual(['packet', 'packet', 'skipped', 'packet', 'packet'])
    expect(events[2]).toEqual({ kind: 'skipped', bytes: 5, where: 'between packets' })
  })

  it('does not look for the magic inside of a body', () => {
    const payload = new Uint8Array(400)
    for (let at = 0; at < 400; at += 4) payload.set([0x30, 0x31, 0x63, 0x64], at)
    const bytes = concat(
      encodePackets({
        simRaw: SIM[6],
        channel: 1,
        payloadType: PayloadType.h265,
        dataType: DataType.I,
        timestampMs: 0,
        payload,
        firstSerial: 0,
      }),
    )
    const packets = packetsOf(read([bytes, bytes]))
    expect(packets.map((packet) => packet.bodyLength)).toEqual([400, 400])
  })

  it('takes bodies up to the whole WORD and a first byte other than 0x81', () => {
    const bytes = stream(6, [65_535, 10], 65_535)
    bytes[4] = 0x62
    const packets = packetsOf(read(cut(bytes, [1, 33, 40_000])))
    expect(packets).toHaveLength(2)
    expect(packets[0]).toMatchObject({ firstByte: 0x62, bodyLength: 65_535 })
  })

  it('gives up after 64 KiB without a packet, once, and reads nothing more', () => {
    const parser = new MediaPacketParser()
    const events = read(
      Array.from({ length: 70 }, () => new Uint8Array(1_024).fill(0x55)),
      parser,
    )
    expect(events).toEqual([{ kind: 'out-of-step', skippedBytes: 65 * 1_024 }])
    expect(read([stream(6, [100])], parser)).toEqual([])
  })

  it('skips as much as it may, and no byte more', () => {
    const junk = (length: number) => new Uint8Array(length).fill(0x55)
    for (const simLength of [undefined, 6] as const) {
      const options = { maxJunkBytes: 100, ...(simLength && { simLength }) }
      const [just, over] = [new MediaPacketParser(options), new MediaPacketParser(options)]
      const packets = stream(6, [100, 100, 100])
      const events = [...read([junk(60), junk(40)], just), ...read([packets], just)]
      just.end((event) => events.push(event))
      expect(events[0]).toEqual({ kind: 'skipped', bytes: 100, where: 'before the first packet' })
      expect(packetsOf(events)).toHaveLength(3)
      expect(read([junk(60), junk(41), packets], over)).toEqual([{ kind: 'out-of-step', skippedBytes: 101 }])
      over.end((event) => {
        throw new Error(event.kind)
      })
      expect(over.bufferedBytes).toBe(0)
    }
    const whole = new MediaPacketParser({ simLength: 6 })
    expect(read([junk(0x1_0000)], whole)).toEqual([])
    expect(read([junk(1)], whole)).toEqual([{ kind: 'out-of-step', skippedBytes: 0x1_0001 }])
  })

  it('counts what is skipped anew behind each packet', () => {
    const packet = stream(6, [100])
    const parser = new MediaPacketParser({ simLength: 6, maxJunkBytes: 10 })
    const junk = new Uint8Array(9).fill(0x55)
    const events = read(
      [junk, packet, junk, packet, junk, packet].flatMap((chunk) => cut(chunk, [4])),
      parser,
    )
    expect(events.map((event) => (event.kind === 'skipped' ? `${event.bytes} ${event.where}` : event.kind))).toEqual([
      ...['9 before the first packet', 'packet', '9 between packets', 'packet', '9 between packets', 'packet'],
    ])
  })

  it('says how many bytes it holds: of a head, of a body, and while the SIM length is not known', () => {
    const bytes = stream(6, [100])
    const sure = new MediaPacketParser({ simLength: 6 })
    const bufferedAfter = (parser: MediaPacketParser, from: number, to: number) => {
      read([bytes.subarray(from, to)], parser)
      return parser.bufferedBytes
    }
    expect(sure.bufferedBytes).toBe(0)
    expect([
      bufferedAfter(sure, 0, 3),
      bufferedAfter(sure, 3, 29),
      bufferedAfter(sure, 29, 30),
      bufferedAfter(sure, 30, 90),
    ]).toEqual([...[3, 29, 0, 60]])
    expect(bufferedAfter(sure, 90, 130)).toBe(0)
    const unsure = new MediaPacketParser()
    expect([unsure.simLength, bufferedAfter(unsure, 0, 20), bufferedAfter(unsure, 20, 130)]).toEqual([null, 20, 130])
    expect(unsure.simLength).toBe(null)
    unsure.end(() => undefined)
    expect([unsure.simLength, unsure.bufferedBytes]).toEqual([6, 0])
  })

  it('finds a packet whose begin was taken for the head of another, wherever the reads are cut', () => {
    const bytes = concat([Uint8Array.of(0x30, 0x31, 0x63), stream(6, [100, 100])])
    for (let place = 1; place < 40; place++) {
      for (const simLength of [undefined, 6] as const) {
        const parser = new MediaPacketParser(simLength && { simLength })
        const events = read(cut(bytes, [place, place + 1]), parser)
        parser.end((event) => events.push(event))
        expect(
          events.map(({ kind }) => kind),
          `cut at ${place}`,
        ).toEqual(['skipped', 'packet', 'packet'])
        expect(events[0]).toMatchObject({ bytes: 3 })
      }
    }
  })

  it('waits for the rest of a short body instead of failing', () => {
    const bytes = stream(6, [200, 800])
    const parser = new MediaPacketParser()
    expect(packetsOf(read([bytes.subarray(0, 500)], parser))).toHaveLength(1)
    expect(packetsOf(read([bytes.subarray(500)], parser))).toHaveLength(1)
  })

  it('[D1] never settles the SIM length by one packet where both are possible, also when it came in one read', () => {
    // The clock counts from the start of the device: with ten SIM bytes this would be a key frame.
    const bytes = stream(6, [800])
    for (const chunks of [[bytes], cut(bytes, [500])]) {
      const parser = new MediaPacketParser()
      expect(packetsOf(read(chunks, parser))).toHaveLength(0)
      expect(packetsOf(read([bytes], parser))).toHaveLength(2)
    }
    expect(packetsOf(read(cut(bytes, [100, 500]), new MediaPacketParser({ simLength: 6 })))).toHaveLength(1)
  })

  it('[D1] gives away what it holds when the connection ends', () => {
    const bytes = stream(6, [800])
    const parser = new MediaPacketParser()
    expect(read([bytes, bytes.subarray(0, 100)], parser).map(({ kind }) => kind)).toEqual(['packet'])
    const only = new MediaPacketParser()
    const events = read([bytes], only)
    only.end((event) => events.push(event))
    expect(packetsOf(events).map(plain)).toEqual(
      packetsOf(read([bytes, bytes]))
        .slice(0, 1)
        .map(plain),
    )
  })

  it('holds few objects for a body that trickles in', () => {
    const bytes = stream(6, [60_000, 60_000], 60_000)
    const packets = packetsOf(read(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))))
    expect(packets).toHaveLength(2)
    const whole = packetsOf(read([bytes]))
    for (const [at, packet] of packets.entries()) {
      // The first one came while the length of the SIM was not known: what is held then is bounded, too.
      expect(packet.pieces.length).toBeLessThan(70)
      expect(concat(packet.pieces)).toEqual(concat(whole[at]!.pieces))
    }
  })

  it('gathers small parts only, and only after some: large ones stay views', () => {
    const bytes = stream(6, [10, 6_000], 6_000)
    const body = bytes.length - 6_000
    const places = [1, 2, 3, 4, 5, 6, 7, 300, 1_300, 1_301, 1_302].map((place) => body + place)
    const pieces = packetsOf(read(cut(bytes, [body, ...places])))[1]!.pieces
    expect(pieces.map((piece) => piece.length)).toEqual([1, 1, 1, 1, 3, 293, 1_000, 2, 4_698])
    expect(pieces.map((piece) => piece.buffer === bytes.buffer)).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      true,
      false,
      true,
    ])
    expect(concat(pieces)).toEqual(bytes.subarray(body))
  })

  it('never throws, and accounts for every byte, whatever comes', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.constant(Uint8Array.of(0x30, 0x31, 0x63, 0x64)),
      fc.constantFrom(stream(6, [30]), stream(10, [30]), stream(6, [0]), stream(10, [400]).subarray(0, 200)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 20 }), (parts, places) => {
        const bytes = concat(parts)
        if (bytes.length === 0) return
        const once = read([bytes])
        const cutUp = read(cut(bytes, places))
        for (const events of [once, cutUp]) {
          let counted = 0
          for (const event of events) {
            if (event.kind === 'packet') {
              expect(concat(event.pieces).length).toBe(event.bodyLength)
              counted += event.bodyLength + 18
            } else if (event.kind === 'skipped') counted += event.bytes
          }
          expect(counted).toBeLessThanOrEqual(bytes.length)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
