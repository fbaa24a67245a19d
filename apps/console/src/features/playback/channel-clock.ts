/** How far channels may be apart before one of them waits. */
const mostApartMs = 80
/** A picture stands for a frame's time: over this long the newest of each channel tells where it really is. */
const watchMs = 1_000
/** Further apart than this is no drift but a hole in a recording: waiting would hold up everything. */
const mostWaitMs = 5_000

interface Watched {
  readonly sinceMs: number
  /** Recorded time minus passed time at the newest picture: the same for channels on one clock. */
  readonly phaseMs: number
}

/** Watches the pictures of channels that play together, and says which of them have run ahead of the last. */
export class ChannelClock {
  readonly #watched = new Map<number, Watched>()
  readonly #speed: number

  constructor(speed: number) {
    this.#speed = speed
  }

  /** The picture of a channel now: `positionMs` is its recorded time, `nowMs` monotonic. */
  see(channel: number, positionMs: number, nowMs: number): void {
    const known = this.#watched.get(channel)
    const phaseMs = positionMs - nowMs * this.#speed
    this.#watched.set(channel, {
      sinceMs: known?.sinceMs ?? nowMs,
      phaseMs: Math.max(phaseMs, known?.phaseMs ?? phaseMs),
    })
  }

  /** Recorded milliseconds by which channels are ahead of the last one, when that is too much. Begins to watch anew. */
  ahead(nowMs: number): ReadonlyMap<number, number> {
    const all = [...this.#watched]
    if (all.length < 2 || all.some(([, { sinceMs }]) => nowMs - sinceMs < watchMs)) return new Map()
    const last = Math.min(...all.map(([, { phaseMs }]) => phaseMs))
    this.#watched.clear()
    return new Map(
      all
        .map(([channel, { phaseMs }]) => [channel, phaseMs - last] as const)
        .filter(([, aheadMs]) => aheadMs > mostApartMs && aheadMs <= mostWaitMs),
    )
  }
}
