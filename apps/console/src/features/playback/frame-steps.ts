import type { Player } from '../../engines/player/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'

const lookMs = 20
/** A step that shows nothing in this time was at the end of the recording. */
const giveUpMs = 1_000

/**
 * Steps of pictures: the first channel goes, the others follow to its time. One step is under way at a time; what is asked
 * for meanwhile is one step together.
 */
export class FrameSteps {
  readonly #players: ReadonlyMap<number, Player>
  readonly #clock: Clock
  #waiting: Timer | null = null
  #asked = 0

  constructor(players: ReadonlyMap<number, Player>, clock: Clock) {
    this.#players = players
    this.#clock = clock
  }

  step(frames: number): void {
    this.#asked += frames
    if (this.#waiting === null) this.#next()
  }

  close(): void {
    this.#waiting?.cancel()
    this.#waiting = null
    this.#asked = 0
  }

  #next(): void {
    const frames = Math.max(-mostAtOnce, Math.min(mostAtOnce, this.#asked))
    this.#asked = 0
    const [first, ...others] = [...this.#players].sort(([a], [b]) => a - b).map(([, player]) => player)
    if (first === undefined || frames === 0) return
    const beforeMs = first.positionMs()
    const askedMs = this.#clock.monotonicMs()
    first.step(frames)
    this.#waiting = this.#clock.every(lookMs, () => {
      const atMs = first.positionMs()
      const came = atMs !== null && atMs !== beforeMs
      if (!came && this.#clock.monotonicMs() - askedMs < giveUpMs) return
      this.#waiting?.cancel()
      this.#waiting = null
      if (came) for (const other of others) other.show(atMs)
      this.#next()
    })
  }
}

/** The server takes no more in one command. */
const mostAtOnce = 100
