import { bcdToDigits, isBcd } from '@fleetglass/bytes'
import { DataType, type MediaPacket, PartMark } from './media-packet.ts'

/** A whole video frame, one audio packet, or one transparent body. */
export interface JoinedFrame {
  readonly kind: 'video' | 'audio' | 'transparent'
  /** JT/T 1078 payload type. */
  readonly codec: number
  /** I, P, B, audio or transparent, as the device says; for video believe the NAL unit types instead. */
  readonly dataType: number
  /** Device clock, ms: only differences mean anything (`TimeLine`). */
  readonly timestampMs: number
  readonly channel: number
  readonly simRaw: Uint8Array
  /** Digits without leading zeros, or the raw bytes as lower-case hex when they are not BCD. */
  readonly simId: string
  /** The payload in order, as views of what was read. */
  readonly pieces: readonly Uint8Array[]
  readonly byteLength: number
  /** Frames of this kind and channel were lost, or dropped, before this one. */
  readonly afterGap: boolean
}

export type DropReason =
  /** Packets are missing in the connection's serial numbers. */
  | 'gap'
  /** Another frame began before the last part came. */
  | 'unfinished'
  /** A middle or last part without its first. */
  | 'no begin'
  /** More bytes, or more parts, than the bound. */
  | 'too long'
  /** Video after a loss that is no key frame and so cannot be shown. */
  | 'waiting for a key frame'

/** A frame, or what had come of it, that was thrown away. */
export interface DroppedFrame {
  readonly kind: 'dropped'
  readonly channel: number
  readonly reason: DropReason
  readonly byteLength: number
}

export type FrameSink = (event: JoinedFrame | DroppedFrame) => void

export interface FrameJoinerOptions {
  /** A frame may have this many bytes (4 MiB). */
  readonly maxFrameBytes?: number
  /** Whether a video frame can be shown without those before it. By default: the device calls it an I frame. */
  readonly isKeyFrame?: (frame: JoinedFrame) => boolean
}

/** One frame in the making, of one channel and kind. */
interface Stream {
  readonly kind: JoinedFrame['kind']
  first: MediaPacket | null
  /** `first` came with mark "whole" and waits for what may still belong to it. */
  unmarked: boolean
  pieces: Uint8Array[]
  byteLength: number
  lastSerial: number
  afterGap: boolean
  awaitsKeyFrame: boolean
  /** What the last finished frame was, to know its continuation when a device sets all marks to "whole". */
  last: MediaPacket | null
}

const MAX_PIECES = 16_384
/** A device that splits without marks fills its bodies: shorter ones are whole, so they need not wait. */
const FULL_BODY = 950
/** Streams of one connection: a hostile one must not make one per channel number and kind. */
const MAX_STREAMS = 64

/**
 * Joins packets of one connection to frames (JT/T 1078-2016, table 19). A frame ends by its mark, never by the M bit. A gap in the
 * serial numbers throws the unfinished frame away; video then waits for a key frame. Frames before the first key frame
 * of a connection are given out: the caller, which has the codec, decides.
 */
export class FrameJoiner {
  readonly #maxFrameBytes: number
  readonly #isKeyFrame: (frame: JoinedFrame) => boolean
  readonly #streams = new Map<number, Stream>()
  #lastSerial = -1
  /** This device cuts frames but marks every part as "whole": each part waits for the next packet. */
  #splitsWithoutMarks = false
  #simRaw: Uint8Array | null = null
  #simId = ''

  constructor(options: FrameJoinerOptions = {}) {
    this.#maxFrameBytes = options.maxFrameBytes ?? 4 * 1024 * 1024
    this.#isKeyFrame = options.isKeyFrame ?? ((frame) => frame.dataType === DataType.I)
  }

  /** Takes the next packet and gives the frames it completes to `sink`. */
  push(packet: MediaPacket, sink: FrameSink): void {
    const stream = this.#streamOf(packet)
    if (!stream) {
      sink({ kind: 'dropped', channel: packet.channel, reason: 'too long', byteLength: packet.bodyLength })
      return
    }
    this.#checkSerial(packet, stream, sink)
    if (packet.mark === PartMark.whole) this.#whole(packet, stream, sink)
    else this.#part(packet, stream, sink)
  }

  /** The connection ended: gives out a frame that only waited for a possible continuation. */
  end(sink: FrameSink): void {
    for (const stream of this.#streams.values()) {
      if (stream.first && stream.unmarked) this.#finish(stream, stream.first, sink)
      else this.#drop(stream, 'unfinished', sink)
    }
  }

  #streamOf(packet: MediaPacket): Stream | null {
    const kind =
      packet.dataType <= DataType.B ? 'video' : packet.dataType === DataType.audio ? 'audio' : ('transparent' as const)
    const key = (packet.channel << 2) | (kind === 'video' ? 0 : kind === 'audio' ? 1 : 2)
    const known = this.#streams.get(key)
    if (known) return known
    if (this.#streams.size >= MAX_STREAMS) return null
    const stream: Stream = {
      kind,
      first: null,
      unmarked: false,
      pieces: [],
      byteLength: 0,
      lastSerial: -1,
      afterGap: false,
      awaitsKeyFrame: false,
      last: null,
    }
    this.#streams.set(key, stream)
    return stream
  }

  /** Serials count over the connection; a device that counts each stream apart is in order too. */
  #checkSerial(packet: MediaPacket, stream: Stream, sink: FrameSink): void {
    const inOrder =
      this.#lastSerial < 0 ||
      packet.serial === ((this.#lastSerial + 1) & 0xffff) ||
      (stream.lastSerial >= 0 && packet.serial === ((stream.lastSerial + 1) & 0xffff))
    this.#lastSerial = packet.serial
    stream.lastSerial = packet.serial
    if (inOrder) return
    // Any stream may have lost something: the serial does not say which.
    for (const each of this.#streams.values()) {
      this.#drop(each, 'gap', sink)
      each.last = null
      each.afterGap = true
      if (each.kind === 'video') each.awaitsKeyFrame = true
    }
  }

  #whole(packet: MediaPacket, stream: Stream, sink: FrameSink): void {
    if (stream.kind !== 'video') {
      this.#drop(stream, 'unfinished', sink)
      this.#add(packet, stream, sink)
      this.#finish(stream, packet, sink)
      return
    }
    const buffered = stream.first
    if (buffered && stream.unmarked) {
      if (continues(packet, buffered)) {
        this.#splitsWithoutMarks = true
        if (this.#add(packet, stream, sink) && packet.marker) this.#finish(stream, buffered, sink)
        return
      }
      this.#finish(stream, buffered, sink)
    } else if (stream.last && continues(packet, stream.last)) {
      // The part before was taken for a whole frame and is gone: learn it, and begin again with a key frame.
      this.#splitsWithoutMarks = true
      this.#lose(stream, 'no begin', packet.bodyLength, packet.channel, sink)
      return
    }
    this.#drop(stream, 'unfinished', sink)
    stream.first = packet
    if (!this.#add(packet, stream, sink)) return
    if (!packet.marker && (this.#splitsWithoutMarks || packet.bodyLength >= FULL_BODY)) stream.unmarked = true
    else this.#finish(stream, packet, sink)
  }

  #part(packet: MediaPacket, stream: Stream, sink: FrameSink): void {
    if (stream.first && stream.unmarked) this.#finish(stream, stream.first, sink)
    // What comes behind a marked part does not go on with the whole packet before it.
    stream.last = null
    if (packet.mark === PartMark.first) {
      this.#drop(stream, 'unfinished', sink)
      stream.first = packet
    } else if (!stream.first) {
      this.#lose(stream, 'no begin', packet.bodyLength, packet.channel, sink)
      return
    }
    const first = stream.first
    if (first && this.#add(packet, stream, sink) && packet.mark === PartMark.last) this.#finish(stream, first, sink)
  }

  #add(packet: MediaPacket, stream: Stream, sink: FrameSink): boolean {
    stream.byteLength += packet.bodyLength
    if (stream.byteLength > this.#maxFrameBytes || stream.pieces.length + packet.pieces.length > MAX_PIECES) {
      stream.first ??= packet
      this.#drop(stream, 'too long', sink)
      return false
    }
    for (const piece of packet.pieces) stream.pieces.push(piece)
    return true
  }

  #finish(stream: Stream, first: MediaPacket, sink: FrameSink): void {
    const frame: JoinedFrame = {
      kind: stream.kind,
      codec: first.payloadType,
      dataType: first.dataType,
      timestampMs: first.timestampMs,
      channel: first.channel,
      simRaw: first.simRaw,
      simId: this.#simIdOf(first.simRaw),
      pieces: stream.pieces,
      byteLength: stream.byteLength,
      afterGap: stream.afterGap,
    }
    stream.last = first.mark === PartMark.whole ? first : null
    clear(stream)
    if (stream.awaitsKeyFrame) {
      if (!this.#isKeyFrame(frame)) {
        const reason = 'waiting for a key frame'
        sink({ kind: 'dropped', channel: frame.channel, reason, byteLength: frame.byteLength })
        return
      }
      stream.awaitsKeyFrame = false
    }
    stream.afterGap = false
    sink(frame)
  }

  /** Throws away what has come of a frame, if anything. */
  #drop(stream: Stream, reason: DropReason, sink: FrameSink): void {
    if (stream.first) this.#lose(stream, reason, stream.byteLength, stream.first.channel, sink)
  }

  #lose(stream: Stream, reason: DropReason, byteLength: number, channel: number, sink: FrameSink): void {
    clear(stream)
    stream.afterGap = true
    if (stream.kind === 'video') stream.awaitsKeyFrame = true
    sink({ kind: 'dropped', channel, reason, byteLength })
  }

  #simIdOf(simRaw: Uint8Array): string {
    if (this.#simRaw !== simRaw) {
      this.#simRaw = simRaw
      this.#simId = simIdOf(simRaw)
    }
    return this.#simId
  }
}

/** SIM bytes as text: digits without leading zeros, or lower-case hex when they are not BCD. */
export function simIdOf(simRaw: Uint8Array): string {
  const digits = bcdToDigits(simRaw)
  return isBcd(simRaw) ? digits.replace(/^0+(?=.)/, '') : digits
}

function clear(stream: Stream): void {
  stream.first = null
  stream.unmarked = false
  stream.pieces = []
  stream.byteLength = 0
}

/** Whether a packet marked "whole" goes on with the frame before: same time and type, and no start code in front. */
function continues(packet: MediaPacket, before: MediaPacket): boolean {
  return (
    packet.timestampMs === before.timestampMs &&
    packet.dataType === before.dataType &&
    packet.payloadType === before.payloadType &&
    packet.bodyLength > 0 &&
    !beginsWithStartCode(packet.pieces)
  )
}

function beginsWithStartCode(pieces: readonly Uint8Array[]): boolean {
  let zeros = 0
  for (const piece of pieces) {
    for (const byte of piece) {
      if (byte === 1) return zeros >= 2
      if (byte !== 0 || zeros === 3) return false
      zeros++
    }
  }
  return false
}
