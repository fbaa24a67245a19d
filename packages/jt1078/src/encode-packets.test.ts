import { concat, toHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { decodeMediaPacket } from './decode-packet.ts'
import { encodePackets, type FrameToSend } from './encode-packets.ts'
import { DataType, type MediaPacket, PartMark, PayloadType, type SimLength } from './media-packet.ts'

const frame: FrameToSend = {
  simRaw: Uint8Array.of(0x01, 0x38, 0x00, 0x13, 0x80, 0x01),
  channel: 3,
  payloadType: PayloadType.h265,
  dataType: DataType.P,
  timestampMs: 1_763_900_000_123,
  payload: new Uint8Array(0),
  firstSerial: 65_535,
}

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => at)

function packetsOf(over: Partial<FrameToSend>): MediaPacket[] {
  const whole = { ...frame, ...over }
  return encodePackets(whole).map((packet) => {
    const read = decodeMediaPacket(packet, whole.simRaw.length as SimLength)
    if (!read.ok) throw new Error(read.reason)
    return read.value
  })
}

describe('the packets of a frame', () => {
  it('bear what the frame says, with marks, serials that wrap, and the M bit on the last one', () => {
    const packets = packetsOf({ payload: bytes(25), maxBodyLength: 10 })
    const common = { firstByte: 0x81, payloadType: 99, channel: 3, dataType: 1, timestampMs: frame.timestampMs }
    expect(packets).toMatchObject([
      { ...common, mark: PartMark.first, marker: false, serial: 65_535, bodyLength: 10 },
      { ...common, mark: PartMark.middle, marker: false, serial: 0, bodyLength: 10 },
      { ...common, mark: PartMark.last, marker: true, serial: 1, bodyLength: 5 },
    ])
    for (const { simRaw } of packets) expect(toHex(simRaw)).toBe('013800138001')
    expect(concat(packets.flatMap(({ pieces }) => pieces))).toEqual(bytes(25))
    expect(packetsOf({ payload: bytes(20), maxBodyLength: 10 }).map(({ mark }) => mark)).toEqual([
      PartMark.first,
      PartMark.last,
    ])
    expect(packetsOf({ payload: bytes(10), maxBodyLength: 10 })).toMatchObject([{ mark: PartMark.whole, marker: true }])
  })

  it('lie one behind the other in one buffer without a gap', () => {
    for (const simRaw of [frame.simRaw, new Uint8Array(10)]) {
      const packets = encodePackets({ ...frame, simRaw, payload: bytes(2_000) })
      expect(new Set(packets.map(({ buffer }) => buffer)).size).toBe(1)
      expect(toHex(concat(packets))).toBe(toHex(new Uint8Array(packets[0]!.buffer)))
    }
  })

  it('have bodies of at most 950 bytes unless another length is given, and one packet where nothing is in the frame', () => {
    expect(packetsOf({ payload: bytes(951) }).map(({ bodyLength }) => bodyLength)).toEqual([950, 1])
    expect(packetsOf({})).toMatchObject([{ mark: PartMark.whole, marker: true, bodyLength: 0, pieces: [] }])
    expect(packetsOf({ payload: bytes(3), maxBodyLength: 1 })).toHaveLength(3)
    expect(packetsOf({ payload: bytes(65_536), maxBodyLength: 65_535 })).toMatchObject([
      { bodyLength: 65_535 },
      { bodyLength: 1 },
    ])
  })

  it('say how long ago the last frames were for pictures alone, up to what the field holds', () => {
    const intervals = { iFrameIntervalMs: 1_840, frameIntervalMs: 40 }
    for (const dataType of [DataType.I, DataType.P, DataType.B])
      expect(packetsOf({ ...intervals, dataType })[0]).toMatchObject(intervals)
    expect(packetsOf({})[0]).toMatchObject({ iFrameIntervalMs: 0, frameIntervalMs: 0 })
    expect(packetsOf({ iFrameIntervalMs: 70_000, frameIntervalMs: 65_536 })[0]).toMatchObject({
      iFrameIntervalMs: 65_535,
      frameIntervalMs: 65_535,
    })
    for (const dataType of [DataType.audio, DataType.transparent])
      expect(packetsOf({ ...intervals, dataType })[0]).toMatchObject({ iFrameIntervalMs: 0, frameIntervalMs: 0 })
  })

  it('are refused for a SIM, a body or a type that the head cannot hold', () => {
    const refused = (over: Partial<FrameToSend>) => expect(() => encodePackets({ ...frame, ...over }))
    for (const length of [0, 7, 11]) refused({ simRaw: new Uint8Array(length) }).toThrow('the SIM has 6 or 10 bytes')
    for (const maxBodyLength of [0, 65_536, Number.NaN])
      refused({ maxBodyLength }).toThrow('a body has 1 to 65535 bytes')
    refused({ dataType: 5 }).toThrow('data type 5 is not known')
  })
})
