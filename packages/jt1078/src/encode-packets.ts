import { headLength, type MediaPacket, PartMark, writeHead } from './media-packet.ts'

/** Bodies have at most 950 bytes by the text. */
export const TEXT_BODY_LENGTH = 950

/** A frame to be cut into packets. */
export interface FrameToSend {
  /** 6 or 10 bytes. */
  readonly simRaw: Uint8Array
  readonly channel: number
  readonly payloadType: number
  readonly dataType: number
  /** Device clock, ms, below 2^53. */
  readonly timestampMs: number
  readonly payload: Uint8Array
  /** Serial of the first packet; the next frame's first is this plus the number of packets, modulo 65536. */
  readonly firstSerial: number
  /** Ms since the last I frame and since the last frame; written for video alone, at most 65535. */
  readonly iFrameIntervalMs?: number
  readonly frameIntervalMs?: number
  /** 950 unless a device is to be imitated that sends more or less. */
  readonly maxBodyLength?: number
}

/**
 * Cuts a frame into packets with marks, serials and the M bit on the last one (JT/T 1078-2016, 5.5.3). The packets lie
 * one behind the other in one buffer: over TCP that buffer can be written as a whole, over UDP each is a datagram.
 */
export function encodePackets(frame: FrameToSend): Uint8Array[] {
  const simLength = frame.simRaw.length
  if (simLength !== 6 && simLength !== 10) throw new RangeError('the SIM has 6 or 10 bytes')
  const most = frame.maxBodyLength ?? TEXT_BODY_LENGTH
  if (!(most >= 1 && most <= 0xffff)) throw new RangeError('a body has 1 to 65535 bytes')
  const head = headLength(frame.dataType << 4, simLength)
  if (head === 0) throw new RangeError(`data type ${frame.dataType} is not known`)

  const payload = frame.payload
  const count = Math.max(1, Math.ceil(payload.length / most))
  const bytes = new Uint8Array(count * head + payload.length)
  const packets: Uint8Array[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    const body = payload.subarray(index * most, (index + 1) * most)
    const start = at
    at = writeHead(bytes, start, headOf(frame, index, count), body.length)
    bytes.set(body, at)
    at += body.length
    packets.push(bytes.subarray(start, at))
  }
  return packets
}

function headOf(frame: FrameToSend, index: number, count: number): Omit<MediaPacket, 'kind' | 'pieces' | 'bodyLength'> {
  const isLast = index === count - 1
  return {
    firstByte: 0x81,
    marker: isLast,
    payloadType: frame.payloadType,
    serial: (frame.firstSerial + index) & 0xffff,
    simRaw: frame.simRaw,
    channel: frame.channel,
    dataType: frame.dataType,
    mark: count === 1 ? PartMark.whole : index === 0 ? PartMark.first : isLast ? PartMark.last : PartMark.middle,
    timestampMs: frame.timestampMs,
    iFrameIntervalMs: Math.min(frame.iFrameIntervalMs ?? 0, 0xffff),
    frameIntervalMs: Math.min(frame.frameIntervalMs ?? 0, 0xffff),
  }
}
