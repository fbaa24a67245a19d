import { headLength, isMagic, MAGIC_LENGTH, type MediaPacket, readHead, type SimLength } from './media-packet.ts'
import { Pieces } from './pieces.ts'
import { type SimKnowledge, SimLengthProbe } from './sim-length.ts'

/** Bytes that belong to no packet, reported when the stream is in step again. */
export interface SkippedBytes {
  readonly kind: 'skipped'
  readonly bytes: number
  readonly where: 'before the first packet' | 'between packets'
}

/** No packet within the bound: close the connection. Nothing further is read. */
export interface OutOfStep {
  readonly kind: 'out-of-step'
  readonly skippedBytes: number
}

export type MediaEvent = MediaPacket | SkippedBytes | OutOfStep
export type MediaSink = (event: MediaEvent) => void

/** A longest head is 34 bytes: video with ten SIM bytes. */
const LONGEST_HEAD = 34
/** What `headAt` answers when no packet begins there, or when more bytes are needed to decide. */
const NO_PACKET = -1
const MORE = 0

/**
 * Finds the packets of one connection (JT/T 1078-2016, 5.5.3) in reads that are cut anywhere. Payload bytes are not
 * copied: a packet's pieces are views of the chunks, which therefore must not be written to afterwards. Only where a body
 * trickles in, its small parts are gathered (`Pieces`).
 *
 * Packets are read by their length; the magic is searched only to get back into step. Whether the SIM has 6 or 10 bytes
 * is found before the first packet is given away (`SimLengthProbe`).
 */
export class MediaPacketParser {
  readonly #maxJunkBytes: number
  #simLength: SimLength | null
  /** Whether a second packet stood where the first one's length said, so that the SIM length is proven. */
  #proven: boolean
  #lastSim = new Uint8Array(0)
  #packets = 0
  #junk = 0
  #lost = false

  /** A head that was cut by the end of a chunk. */
  readonly #head = new Uint8Array(LONGEST_HEAD)
  #carried = 0

  /** A packet whose body has not all come yet. */
  #pending: MediaPacket | null = null
  #pendingPieces = new Pieces()
  #bodyLeft = 0

  /** While the SIM length is unknown: what came since the magic. */
  readonly #probing: SimLengthProbe

  /**
   * `simLength` when it is certain; `knows` decides between the two lengths where both are possible; `maxJunkBytes` is how
   * much may be skipped in one go (64 KiB).
   */
  constructor(
    options: { readonly simLength?: SimLength; readonly knows?: SimKnowledge; readonly maxJunkBytes?: number } = {},
  ) {
    this.#probing = new SimLengthProbe(options.knows)
    this.#simLength = options.simLength ?? null
    this.#proven = options.simLength !== undefined
    this.#maxJunkBytes = options.maxJunkBytes ?? 0x1_0000
  }

  /** How many SIM bytes the packets of this connection have; `null` until it is found. */
  get simLength(): SimLength | null {
    return this.#simLength
  }

  /** Bytes that are kept until more come. */
  get bufferedBytes(): number {
    return this.#probing.bufferedBytes + this.#carried + (this.#pending ? this.#pendingPieces.byteLength : 0)
  }

  /** Takes the next bytes of the connection and gives what is complete to `sink`, in order. */
  push(chunk: Uint8Array, sink: MediaSink): void {
    if (chunk.length === 0) return
    if (this.#simLength === null) this.#probe(chunk, sink)
    else this.#read(chunk, sink)
  }

  /** Nothing more will come: gives away packets that were held because more of them would have settled the SIM length. */
  end(sink: MediaSink): void {
    if (this.#simLength === null && !this.#lost) this.#settle(true, sink)
  }

  #read(chunk: Uint8Array, sink: MediaSink): void {
    let at = 0
    while (at < chunk.length && !this.#lost) {
      if (this.#simLength === null) {
        this.#probe(chunk.subarray(at), sink)
        return
      }
      if (this.#pending) at = this.#continueBody(this.#pending, chunk, at, sink)
      else if (this.#carried > 0) at = this.#continueHead(chunk, at, this.#simLength, sink)
      else at = this.#packetAt(chunk, at, this.#simLength, sink)
    }
  }

  #packetAt(chunk: Uint8Array, at: number, simLength: SimLength, sink: MediaSink): number {
    const head = headAt(chunk, at, chunk.length, simLength)
    if (head > 0) return this.#begin(chunk, at, head, simLength, chunk, at + head, sink)
    if (head === MORE) {
      this.#head.set(chunk.subarray(at))
      this.#carried = chunk.length - at
      return chunk.length
    }
    return this.#loseStep(chunk, at, sink)
  }

  /** Out of step: on to the next place where a packet could begin, or back to finding the SIM length if it was a guess. */
  #loseStep(chunk: Uint8Array, at: number, sink: MediaSink): number {
    if (!this.#proven) {
      this.#simLength = null
      return at
    }
    const next = nextMagic(chunk, at + 1, chunk.length)
    this.#skip(next - at, sink)
    return next
  }

  #continueHead(chunk: Uint8Array, at: number, simLength: SimLength, sink: MediaSink): number {
    const before = this.#carried
    const count = Math.min(LONGEST_HEAD - before, chunk.length - at)
    this.#head.set(chunk.subarray(at, at + count), before)
    const head = headAt(this.#head, 0, before + count, simLength)
    if (head === MORE) {
      this.#carried = before + count
      return at + count
    }
    this.#carried = 0
    if (head > before) return this.#begin(this.#head, 0, head, simLength, chunk, at + head - before, sink)
    // Not a packet after all, and what was carried may hold the begin of another one: read it as a chunk of its own.
    const carried = this.#head.slice(0, before)
    const next = nextMagic(this.#head, 1, before + count)
    if (!this.#proven) {
      this.#simLength = null
      this.#probe(carried, sink)
      return at
    }
    this.#skip(Math.min(next, before), sink)
    if (next < before) this.#read(carried.subarray(next), sink)
    return at
  }

  #begin(
    head: Uint8Array,
    headAt: number,
    length: number,
    simLength: SimLength,
    chunk: Uint8Array,
    at: number,
    sink: MediaSink,
  ): number {
    this.#endJunk(sink)
    const bodyLength = (head[headAt + length - 2]! << 8) | head[headAt + length - 1]!
    const end = at + bodyLength
    const sim = this.#simOf(head, headAt + 8, simLength)
    if (end <= chunk.length) {
      const pieces = bodyLength > 0 ? [chunk.subarray(at, end)] : []
      sink(readHead(head, headAt, simLength, sim, pieces, bodyLength))
      return end
    }
    const pieces = new Pieces()
    if (at < chunk.length) pieces.add(chunk.subarray(at))
    this.#pending = readHead(head, headAt, simLength, sim, pieces.list, bodyLength)
    this.#pendingPieces = pieces
    this.#bodyLeft = end - chunk.length
    return chunk.length
  }

  #continueBody(packet: MediaPacket, chunk: Uint8Array, at: number, sink: MediaSink): number {
    const count = Math.min(this.#bodyLeft, chunk.length - at)
    this.#pendingPieces.add(at === 0 && count === chunk.length ? chunk : chunk.subarray(at, at + count))
    this.#bodyLeft -= count
    if (this.#bodyLeft === 0) {
      this.#pending = null
      sink(packet)
    }
    return at + count
  }

  /** The SIM rarely changes within a connection: one small copy serves all its packets and keeps no chunk alive. */
  #simOf(head: Uint8Array, at: number, simLength: SimLength): Uint8Array {
    const last = this.#lastSim
    let same = last.length === simLength
    for (let index = 0; same && index < simLength; index++) same = last[index] === head[at + index]
    if (!same) this.#lastSim = new Uint8Array(head.subarray(at, at + simLength))
    return this.#lastSim
  }

  #endJunk(sink: MediaSink): void {
    if (this.#junk > 0) {
      const where = this.#packets === 0 ? 'before the first packet' : 'between packets'
      sink({ kind: 'skipped', bytes: this.#junk, where })
      this.#junk = 0
    } else if (this.#packets > 0) {
      this.#proven = true
    }
    this.#packets++
  }

  #skip(bytes: number, sink: MediaSink): void {
    this.#junk += bytes
    if (this.#junk <= this.#maxJunkBytes) return
    this.#lost = true
    this.#probing.take()
    sink({ kind: 'out-of-step', skippedBytes: this.#junk })
  }

  #probe(chunk: Uint8Array, sink: MediaSink): void {
    if (this.#lost) return
    this.#probing.add(chunk)
    this.#settle(false, sink)
  }

  #settle(hasEnded: boolean, sink: MediaSink): void {
    while (this.#probing.bufferedBytes > 0 && !this.#lost) {
      const decision = this.#probing.decide(hasEnded)
      if (decision === 'more') return
      if (decision === 'no packet') this.#dropBuffered(sink)
      else {
        this.#simLength = decision
        for (const piece of this.#probing.take()) this.push(piece, sink)
        return
      }
    }
  }

  /** Drops what is held up to the next place where a packet could begin. */
  #dropBuffered(sink: MediaSink): void {
    const { front } = this.#probing
    const next = nextMagic(front, 1, front.length)
    this.#probing.dropFront(next)
    this.#skip(next, sink)
  }
}

const MAGIC = [0x30, 0x31, 0x63, 0x64]

/** Length of the head at `at`, `MORE` when the bytes up to `end` do not decide it yet, `NO_PACKET` when none begins there. */
function headAt(bytes: Uint8Array, at: number, end: number, simLength: SimLength): number {
  const typeAt = at + 9 + simLength
  if (end <= typeAt) {
    for (let index = 0; index < MAGIC_LENGTH && at + index < end; index++) {
      if (bytes[at + index] !== MAGIC[index]) return NO_PACKET
    }
    return MORE
  }
  if (!isMagic(bytes, at)) return NO_PACKET
  const head = headLength(bytes[typeAt]!, simLength)
  if (head === 0) return NO_PACKET
  return at + head <= end ? head : MORE
}

/** The first place from `from` on where the magic stands, or could when more bytes come; `end` when there is none. */
function nextMagic(bytes: Uint8Array, from: number, end: number): number {
  for (let at = bytes.indexOf(0x30, from); at >= 0 && at < end; at = bytes.indexOf(0x30, at + 1)) {
    let matches = true
    for (let index = 1; matches && index < MAGIC_LENGTH && at + index < end; index++) {
      matches = bytes[at + index] === MAGIC[index]
    }
    if (matches) return at
  }
  return end
}
