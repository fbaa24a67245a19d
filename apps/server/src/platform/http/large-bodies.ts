import type { Clock } from '../clock/index.ts'

/** A caller whose body is being read. */
export interface ReadCall {
  readonly network: string
  /** The body is here: it is being answered. */
  readonly isRead: () => boolean
  readonly end: () => void
}

interface BodyBounds {
  readonly inAll: number
  readonly perNetwork: number
}

/** After so long a body that still comes makes room for another. */
const READ_MS = 5_000

/** Places for large bodies that are read at once, in the order in which they began. */
export class LargeBodies {
  readonly #clock: Clock
  readonly #bounds: BodyBounds
  readonly #places = new Map<ReadCall, number>()

  constructor(clock: Clock, bounds: BodyBounds) {
    this.#clock = clock
    this.#bounds = bounds
  }

  /** False: too many are read, in all or of its network, and each has just begun. */
  take(call: ReadCall): boolean {
    const { inAll, perNetwork } = this.#bounds
    const ofNetwork = [...this.#places.keys()].filter(({ network }) => network === call.network)
    if (ofNetwork.length >= perNetwork && !this.#freeSpace(ofNetwork)) return false
    if (this.#places.size >= inAll && !this.#freeSpace([...this.#places.keys()])) return false
    this.#places.set(call, this.#clock.monotonicMs())
    return true
  }

  leave(call: ReadCall): void {
    this.#places.delete(call)
  }

  #freeSpace(calls: readonly ReadCall[]): boolean {
    const lateMs = this.#clock.monotonicMs() - READ_MS
    const late = calls.find((call) => (this.#places.get(call) ?? lateMs) < lateMs && !call.isRead())
    if (late === undefined) return false
    this.leave(late)
    late.end()
    return true
  }
}
