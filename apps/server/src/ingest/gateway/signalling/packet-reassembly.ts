// Belongs here: sub-packaged messages of one connection, joining them and asking for what is missing.
// Does not: what a joined message means (up-messages.ts).
import { type Frame, type Header, PacketAssembler } from '@fleetglass/jt808'
import { MemoryBudget } from '../../../platform/limits/index.ts'

/** A set that got no packet for this long is asked for what is missing, this many times, ever more slowly. */
const QUIET_MS = 3_000
const TIMES = 3

/** More numbers than one request can name up to 2013. */
const MOST_MISSING = 255

/** One connection's part of the memory; pictures of a camera are some hundred kilobytes. */
const LIMITS = { sets: 8, bytes: 2 * 1024 * 1024, ageMs: 60_000 }

/** What a packet costs beside its bytes, as the assembler counts it. */
const PACKET_COST = 256

/** Where unfinished messages are booked. */
export interface PacketMemory {
  /** Of all connections that book there. */
  readonly budget: MemoryBudget
  /** Of one connection. */
  readonly bytesOfOne: number
}

/**
 * Memory for unfinished messages. A packet that finds no room is not taken and not acknowledged: the device sends it
 * again. Connections without a registered device have an account of their own, so that they never make a device wait.
 */
export interface PacketMemories {
  readonly registered: PacketMemory
  readonly unregistered: PacketMemory
}

export function createPacketMemories(): PacketMemories {
  return {
    registered: { budget: new MemoryBudget(64 * 1024 * 1024), bytesOfOne: LIMITS.bytes },
    // Room for a few messages of a hundred packets: nothing that a device says before it was added is kept.
    unregistered: { budget: new MemoryBudget(4 * 1024 * 1024), bytesOfOne: 128 * 1024 },
  }
}

const MEDIA_DATA = 0x0801

export interface JoinedMessage {
  readonly header: Header
  readonly body: Uint8Array
  /** How many packets it came in, their serials following `header.serial`. */
  readonly packets: number
}

/** What to request: by 0x8003, or by 0x8800 for a picture whose first packet contained its id. */
export interface Holes {
  readonly firstSerial: number
  readonly mediaId: number | null
  readonly missing: readonly number[]
}

interface Waiting {
  readonly firstSerial: number
  readonly total: number
  readonly got: Set<number>
  mediaId: number | null
  touchedMs: number
  asked: number
}

export class PacketReassembly {
  readonly #assembler = new PacketAssembler(LIMITS)
  #memory: PacketMemory
  /** Sets under way, by message, first serial and total; at most `LIMITS.sets`. */
  readonly #waiting = new Map<string, Waiting>()

  constructor(memory: PacketMemory) {
    this.#memory = memory
  }

  /** The device of the connection was added, or removed: what is held is booked elsewhere from now on. */
  #bookAt(memory: PacketMemory): void {
    if (memory === this.#memory) return
    this.#book(-this.#assembler.bufferedBytes)
    this.#memory = memory
    this.#book(this.#assembler.bufferedBytes)
  }

  #book(bytes: number): void {
    this.#memory.budget.add(bytes)
  }

  /**
   * Takes a packet; the whole message when it was the last one that was missing. `no-room`: it must come again.
   * `given-up`: its message is larger than a connection may keep.
   */
  take(frame: Frame, nowMs: number, memory: PacketMemory): JoinedMessage | 'waiting' | 'no-room' | 'given-up' {
    this.#bookAt(memory)
    const cost = frame.body.length + PACKET_COST
    if (!memory.budget.fits(cost)) return 'no-room'
    // Above its full part the assembler gives up what is oldest.
    if (memory.bytesOfOne < LIMITS.bytes && this.#assembler.bufferedBytes + cost > memory.bytesOfOne) return 'given-up'
    const before = this.#assembler.bufferedBytes
    const assembly = this.#assembler.add(frame, nowMs)
    this.#book(this.#assembler.bufferedBytes - before)
    if (assembly.kind === 'repeated') return 'waiting'
    if (assembly.kind === 'complete') {
      const { header, body } = assembly
      const packets = header.packet?.total ?? 1
      this.#waiting.delete(keyOf(header.messageId, header.serial, packets))
      return { header, body, packets }
    }
    this.#note(frame, nowMs)
    const { header } = frame
    const key = keyOf(header.messageId, firstSerialOf(header), header.packet?.total ?? 1)
    for (const set of assembly.dropped) this.#waiting.delete(keyOf(set.messageId, set.firstSerial, set.total))
    return this.#waiting.has(key) ? 'waiting' : 'given-up'
  }

  /** Sets that went quiet and have to be asked for; forgets what is too old. */
  quiet(nowMs: number): Holes[] {
    if (this.#waiting.size === 0) return []
    const before = this.#assembler.bufferedBytes
    const expired = this.#assembler.expire(nowMs)
    for (const set of expired) this.#waiting.delete(keyOf(set.messageId, set.firstSerial, set.total))
    this.#book(this.#assembler.bufferedBytes - before)
    const due: Holes[] = []
    for (const waiting of this.#waiting.values()) {
      if (waiting.asked >= TIMES || nowMs - waiting.touchedMs < QUIET_MS * (waiting.asked + 1)) continue
      waiting.asked += 1
      due.push({ firstSerial: waiting.firstSerial, mediaId: waiting.mediaId, missing: missingOf(waiting) })
    }
    return due
  }

  /** The connection ended: its part of the memory is free again. */
  close(): void {
    this.#book(-this.#assembler.bufferedBytes)
    this.#waiting.clear()
  }

  #note(frame: Frame, nowMs: number): void {
    const { messageId, packet } = frame.header
    if (!packet) return
    const firstSerial = firstSerialOf(frame.header)
    const key = keyOf(messageId, firstSerial, packet.total)
    let waiting = this.#waiting.get(key)
    if (!waiting) {
      waiting = { firstSerial, total: packet.total, got: new Set(), mediaId: null, touchedMs: nowMs, asked: 0 }
      this.#waiting.set(key, waiting)
    }
    waiting.got.add(packet.number)
    waiting.touchedMs = nowMs
    waiting.mediaId ??= mediaIdOf(frame)
  }
}

function firstSerialOf({ serial, packet }: Header): number {
  return (serial - (packet?.number ?? 1) + 1) & 0xffff
}

function missingOf({ total, got }: Waiting): number[] {
  const missing: number[] = []
  for (let number = 1; number <= total && missing.length < MOST_MISSING; number++) {
    if (!got.has(number)) missing.push(number)
  }
  return missing
}

/** The first packet of 0x0801 begins with the id of the picture. */
function mediaIdOf({ header, body }: Frame): number | null {
  if (header.messageId !== MEDIA_DATA || header.packet?.number !== 1 || body.length < 4) return null
  return new DataView(body.buffer, body.byteOffset).getUint32(0)
}

/** With the total: a packet that names another one is of another message, as the assembler sees it too. */
function keyOf(messageId: number, firstSerial: number, total: number): string {
  return `${messageId}/${firstSerial}/${total}`
}
