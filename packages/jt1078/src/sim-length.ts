// Belongs here: whether the packets of a connection have 6 or 10 SIM bytes. Does not: reading the packets (packet-parser.ts).
import {
  DataType,
  headLength,
  MAGIC_LENGTH,
  type MediaPacket,
  PayloadType,
  readHead,
  type SimLength,
} from './media-packet.ts'
import { Pieces } from './pieces.ts'

/**
 * How well a number and a channel fit what is known of the sender, for instance from its JT/T 808 session: 0 means not at
 * all, and of two the greater one is right.
 */
export type SimKnowledge = (simRaw: Uint8Array, channel: number) => number

/**
 * So many packets, each with another one behind it, settle the length where nothing is known. At most three packets of
 * 65,569 bytes are held for that.
 */
const ENOUGH_PACKETS = 3
/** A longest head: video with ten SIM bytes. */
const LONGEST_HEAD = 34
const MAGIC = [0x30, 0x31, 0x63, 0x64]

/** The packets in a row that are found with one of the two lengths. */
class Chain {
  readonly simLength: SimLength
  /** Complete packets so far. */
  packets = 0
  /** Those of them behind which the magic of another one stands. */
  followed = 0
  /** What comes behind the last one is no packet. */
  isBroken = false
  /** Knowledge of the first packet's number and channel. */
  known = 0
  /** Sum over the packets: how many of their fields have usual values. */
  plausibility = 0
  #at = 0
  /** Nothing new can be found before so many bytes are held. */
  #needs = 1

  constructor(simLength: SimLength) {
    this.simLength = simLength
  }

  /** No further bytes change what is known of this chain. */
  get isFinished(): boolean {
    return this.isBroken || this.followed >= ENOUGH_PACKETS
  }

  /** A single packet with something else behind it proves nothing. */
  get isPossible(): boolean {
    return !this.isBroken || this.followed > 0
  }

  /** Not even the first head can be one. */
  get isExcluded(): boolean {
    return this.isBroken && this.packets === 0
  }

  follow(buffered: Pieces, knows: SimKnowledge): void {
    const head = new Uint8Array(LONGEST_HEAD)
    while (!this.isFinished && buffered.byteLength >= this.#needs) this.#needs = this.#step(buffered, head, knows)
  }

  /** Looks at the packet at `#at`; the result is how many bytes must be held for the next look. */
  #step(buffered: Pieces, head: Uint8Array, knows: SimKnowledge): number {
    const { simLength } = this
    const count = buffered.copyTo(head, this.#at)
    const typeAt = 9 + simLength
    for (let index = 0; index < Math.min(count, MAGIC_LENGTH); index++) {
      if (head[index] !== MAGIC[index]) this.isBroken = true
    }
    if (this.isBroken) return 0
    if (count < MAGIC_LENGTH) return this.#at + count + 1
    this.followed = this.packets
    if (this.isFinished) return 0
    if (count <= typeAt) return this.#at + typeAt + 1
    const length = headLength(head[typeAt]!, simLength)
    if (length === 0) {
      this.isBroken = true
      return 0
    }
    if (count < length) return this.#at + length
    const bodyLength = (head[length - 2]! << 8) | head[length - 1]!
    const packet = readHead(head, 0, simLength, head.slice(8, 8 + simLength), [], bodyLength)
    if (this.packets === 0) this.known = knows(packet.simRaw, packet.channel)
    const end = this.#at + length + bodyLength
    if (buffered.byteLength < end) return end
    this.packets += 1
    this.plausibility += plausibilityOf(packet)
    this.#at = end
    return end + 1
  }
}

/** Finds the SIM length from the first packets of a connection, which it holds until then. */
export class SimLengthProbe {
  readonly #knows: SimKnowledge
  #buffered = new Pieces()
  #six = new Chain(6)
  #ten = new Chain(10)

  constructor(knows: SimKnowledge = () => 0) {
    this.#knows = knows
  }

  get bufferedBytes(): number {
    return this.#buffered.byteLength
  }

  add(chunk: Uint8Array): void {
    this.#buffered.add(chunk)
  }

  /** Gives away what is held, in order. */
  take(): readonly Uint8Array[] {
    const { list } = this.#buffered
    this.#buffered = new Pieces()
    this.#restart()
    return list
  }

  /** The first piece of what is held. */
  get front(): Uint8Array {
    return this.#buffered.list[0]!
  }

  dropFront(count: number): void {
    this.#buffered.dropFront(count)
    this.#restart()
  }

  /** `hasEnded`: nothing more will come. */
  decide(hasEnded: boolean): SimLength | 'no packet' | 'more' {
    this.#six.follow(this.#buffered, this.#knows)
    this.#ten.follow(this.#buffered, this.#knows)
    const both = [this.#ten, this.#six] as const
    const found = hasEnded ? both.filter(hasPacket).toSorted(byLikelihood)[0] : settled(both)
    if (found) return found.simLength
    return hasEnded || both.every((chain) => !chain.isPossible) ? 'no packet' : 'more'
  }

  #restart(): void {
    this.#six = new Chain(6)
    this.#ten = new Chain(10)
  }
}

function hasPacket(chain: Chain): boolean {
  return chain.isPossible && chain.packets > 0
}

/** The chain that is right beyond doubt. */
function settled(both: readonly Chain[]): Chain | undefined {
  const [likely] = both.filter(hasPacket).toSorted(byLikelihood)
  if (!likely) return undefined
  const other = both.find((chain) => chain !== likely)!
  if (other.isExcluded || likely.known > other.known) return likely
  if (!other.isPossible) return likely.followed > 0 ? likely : undefined
  // The other one waits for the end of a long packet: two in a row stand against it, or more where it is known.
  if (other.packets === 0) return likely.isFinished || (likely.followed > 0 && other.known === 0) ? likely : undefined
  // With audio alone both chains end at the same places for ever: then their fields decide.
  const [longer, shorter] = other.followed > likely.followed ? [other, likely] : [likely, other]
  return longer.isFinished && (longer.followed > shorter.followed || shorter.isFinished) ? longer : undefined
}

/** What is known, then the length, then the fields. The sort is stable: in a tie ten bytes win, which are tried first. */
function byLikelihood(one: Chain, other: Chain): number {
  return other.known - one.known || other.followed - one.followed || other.plausibility - one.plausibility
}

/** Channels of the standard end at 37; some devices number theirs on. */
const HIGHEST_USUAL_CHANNEL = 64
/** Year 2109 in Unix milliseconds. Clocks of devices are wrong, but not by centuries. */
const HIGHEST_USUAL_TIME_MS = 2 ** 42

/** 0 to 3: how many fields of a packet have usual values. */
export function plausibilityOf({ dataType, payloadType, channel, timestampMs }: MediaPacket): number {
  const fields = [
    carries(payloadType) === kindOf(dataType),
    channel > 0 && channel <= HIGHEST_USUAL_CHANNEL,
    timestampMs < HIGHEST_USUAL_TIME_MS,
  ]
  return fields.filter((isUsual) => isUsual).length
}

function kindOf(dataType: number): 'video' | 'audio' | 'transparent' {
  if (dataType <= DataType.B) return 'video'
  return dataType === DataType.audio ? 'audio' : 'transparent'
}

/** JT/T 1078-2016, table 12: 1 to 28 are audio, 98 to 101 are video. */
function carries(payloadType: number): 'video' | 'audio' | 'transparent' | null {
  if (payloadType === PayloadType.transparent) return 'transparent'
  if (payloadType >= 1 && payloadType <= 28) return 'audio'
  return payloadType >= PayloadType.h264 && payloadType <= 101 ? 'video' : null
}
