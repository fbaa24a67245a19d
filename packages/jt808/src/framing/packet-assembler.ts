import { concat } from '@fleetglass/bytes'
import type { Frame, Header } from './header.ts'

/** How much unfinished input one connection may cause to be held. */
export interface AssemblerLimits {
  /** Unfinished messages at the same time. */
  readonly sets: number
  /** Bytes of all unfinished messages together. */
  readonly bytes: number
  /** How long a message may wait for its next packet, in milliseconds. */
  readonly ageMs: number
}

/** An unfinished message: which it is and which of its packets are missing (from 1, in order, the first 255). */
export interface PacketSet {
  readonly messageId: number
  readonly firstSerial: number
  readonly total: number
  readonly missing: readonly number[]
}

/**
 * What a packet led to. `complete` carries the header of the first packet and the joined body; `waiting` gives the
 * `holes` when the last packet came and others did not: the moment to ask for them (0x8003, for 0x0801 0x8800).
 */
export type Assembly =
  | { readonly kind: 'complete'; readonly header: Header; readonly body: Uint8Array }
  | { readonly kind: 'waiting'; readonly holes?: PacketSet; readonly dropped: readonly PacketSet[] }
  | { readonly kind: 'repeated' }

interface Unfinished {
  readonly messageId: number
  readonly firstSerial: number
  readonly total: number
  readonly parts: Map<number, Frame>
  bytes: number
  touchedMs: number
}

/** What a packet costs besides its bytes: an empty one is not free, or 65,535 of them would be. */
const PACKET_COST = 256

const DEFAULT_LIMITS: AssemblerLimits = { sets: 16, bytes: 4 << 20, ageMs: 60_000 }

/**
 * Joins the packets of messages that were cut (JT/T 808-2013, 4.4.3), in whatever order they come.
 *
 * Packets belong together by terminal, message and the serial of the first packet. Bounds: at most `limits.sets`
 * unfinished messages and `limits.bytes` held; beyond that the one that has waited longest is given up and reported
 * as `dropped`. Time is passed in; `expire` gives up what is too old.
 */
export class PacketAssembler {
  readonly #limits: AssemblerLimits
  readonly #sets = new Map<string, Unfinished>()
  #bytes = 0

  constructor(limits: AssemblerLimits = DEFAULT_LIMITS) {
    this.#limits = limits
  }

  /** How many bytes unfinished messages cost. */
  get bufferedBytes(): number {
    return this.#bytes
  }

  /** Takes a frame at `nowMs`. A frame that is a whole message comes back at once as `complete`. */
  add(frame: Frame, nowMs: number): Assembly {
    const { header, body } = frame
    if (!header.packet || header.packet.total === 1) return { kind: 'complete', header, body }
    const { total, number } = header.packet
    const firstSerial = (header.serial - number + 1) & 0xffff
    const key = `${header.terminal.id}/${header.messageId}/${firstSerial}/${total}`
    const set = this.#sets.get(key) ?? {
      messageId: header.messageId,
      firstSerial,
      total,
      parts: new Map(),
      bytes: 0,
      touchedMs: nowMs,
    }
    if (set.parts.has(number)) return { kind: 'repeated' }
    // A copy: the frame is a view into a chunk that must not live as long as this set.
    set.parts.set(number, { header, body: body.slice() })
    set.bytes += body.length + PACKET_COST
    set.touchedMs = nowMs
    this.#bytes += body.length + PACKET_COST
    // Taken out and put back, so that the map is ordered by the last packet.
    this.#sets.delete(key)
    this.#sets.set(key, set)
    if (set.parts.size === total) return this.#complete(key, set)
    const dropped = this.#shed()
    return number === total && this.#sets.has(key)
      ? { kind: 'waiting', holes: describe(set), dropped }
      : { kind: 'waiting', dropped }
  }

  /** Gives up what has waited for a packet for longer than `limits.ageMs`, and returns what was missing. */
  expire(nowMs: number): PacketSet[] {
    const dropped: PacketSet[] = []
    for (const [key, set] of this.#sets) {
      if (nowMs - set.touchedMs <= this.#limits.ageMs) break
      dropped.push(this.#forget(key, set))
    }
    return dropped
  }

  #complete(key: string, set: Unfinished): Assembly {
    this.#forget(key, set)
    const bodies: Uint8Array[] = []
    for (let number = 1; number <= set.total; number++) bodies.push(set.parts.get(number)!.body)
    return { kind: 'complete', header: set.parts.get(1)!.header, body: concat(bodies) }
  }

  #shed(): PacketSet[] {
    const dropped: PacketSet[] = []
    for (const [key, set] of this.#sets) {
      if (this.#sets.size <= this.#limits.sets && this.#bytes <= this.#limits.bytes) break
      dropped.push(this.#forget(key, set))
    }
    return dropped
  }

  #forget(key: string, set: Unfinished): PacketSet {
    this.#sets.delete(key)
    this.#bytes -= set.bytes
    return describe(set)
  }
}

function describe(set: Unfinished): PacketSet {
  const missing: number[] = []
  // Capped: `total` comes from the wire and may say 65,535, and a request names at most 255 packets to 2013.
  for (let number = 1; number <= set.total && missing.length < 255; number++) {
    if (!set.parts.has(number)) missing.push(number)
  }
  return { messageId: set.messageId, firstSerial: set.firstSerial, total: set.total, missing }
}
