import type { Player } from '../../engines/player/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { ReplayClock } from './replay-clock.ts'

/** Unix seconds `[start, end)` in which something is recorded. */
export type Recorded = readonly (readonly [number, number])[]

/** The playback of one start: its tiles begin there together, with one stream id. */
export interface RecordingTake {
  readonly startS: number
  readonly streamId: number
  readonly paused: boolean
}

/** The fastest that the server plays; a replay that is faster shows a picture now and then. */
const fastestPlayback = 16
const lookMs = 200
const pictureMs = 500
/** The longest time that a replay waits for the first picture; then it goes on without. */
const patienceMs = 4_000
/** A playback is not started for less than this. */
const leastS = 2

/**
 * Keeps a playback in step with a replay: starts it where something is recorded, ends it where nothing is, and restarts it
 * after a jump. While it plays, the replay follows its pictures.
 */
export class RecordingFollower {
  readonly #replay: ReplayClock
  readonly #clock: Clock
  readonly #recorded: Recorded
  readonly #onTake: (take: RecordingTake | null) => void
  readonly #players = new Map<number, Player>()
  #stale = new Map<Player, number | null>()
  #take: RecordingTake | null = null
  #jumps = -1
  #untilS = 0
  #takenMs = 0
  #shownMs = 0
  #nextId: number
  readonly #end: () => void

  constructor(of: {
    readonly replay: ReplayClock
    readonly clock: Clock
    readonly recorded: Recorded
    readonly onTake: (take: RecordingTake | null) => void
  }) {
    this.#replay = of.replay
    this.#clock = of.clock
    this.#recorded = of.recorded
    this.#onTake = of.onTake
    this.#nextId = Math.floor(of.clock.nowMs() % 0x7fff_0000)
    this.#replay.followRecording(() => this.#position())
    const timer = of.clock.every(lookMs, () => this.#look())
    const forget = of.replay.onState(() => this.#changed())
    this.#end = () => {
      timer.cancel()
      forget()
      this.#replay.followRecording(null)
    }
    this.#look()
  }

  /** Called with the player of a channel when it is there, with null when it goes. */
  register(channel: number, player: Player | null): void {
    if (player === null) this.#players.delete(channel)
    else {
      this.#players.set(channel, player)
      this.#setSpeed(player)
    }
  }

  /** A tile has begun the present take. */
  started(channel: number): void {
    const player = this.#players.get(channel)
    if (player) this.#setSpeed(player)
  }

  close(): void {
    this.#end()
  }

  #changed(): void {
    this.#look()
    for (const player of this.#players.values()) this.#setSpeed(player)
  }

  #setSpeed(player: Player): void {
    const { playing, pace } = this.#replay.state()
    player.setSpeed(playing && pace <= fastestPlayback ? pace : 0)
  }

  #look(): void {
    const atS = this.#replay.atMs / 1000
    const { jumps, playing, pace } = this.#replay.state()
    const within = this.#take !== null && this.#jumps === jumps && atS < this.#untilS
    if (!within) this.#begin(atS, jumps, playing)
    else if (pace > fastestPlayback) this.#showPicture()
  }

  #begin(atS: number, jumps: number, playing: boolean): void {
    const found = this.#recorded.find(([start, end]) => atS >= start && atS < end - leastS)
    this.#jumps = jumps
    if (!found) {
      if (this.#take === null) return
      this.#take = null
      this.#onTake(null)
      return
    }
    this.#untilS = found[1]
    this.#takenMs = this.#clock.monotonicMs()
    this.#stale = new Map([...this.#players.values()].map((player) => [player, player.positionMs()]))
    this.#take = { startS: Math.floor(atS), streamId: this.#nextId++, paused: !playing }
    this.#onTake(this.#take)
  }

  #showPicture(): void {
    const nowMs = this.#clock.monotonicMs()
    if (nowMs - this.#shownMs < pictureMs) return
    this.#shownMs = nowMs
    for (const player of this.#players.values()) player.show(this.#replay.atMs, { keyFrame: true })
  }

  /** What the replay goes by; `wait` until the first picture of this take. */
  #position(): number | 'wait' | null {
    if (this.#take === null || this.#replay.state().pace > fastestPlayback) return null
    const positions = [...this.#players.values()]
      .filter((player) => this.#stale.get(player) !== player.positionMs())
      .map((player) => player.positionMs())
      .filter((at) => at !== null)
    if (positions.length > 0) return Math.max(...positions)
    return this.#clock.monotonicMs() - this.#takenMs < patienceMs ? 'wait' : null
  }
}

/** The stretches in which any of these channels is recorded, in order, joined where they touch. */
export function joinedRanges(
  channels: readonly { readonly channel: number; readonly ranges: Recorded }[],
  wanted: readonly number[],
): Recorded {
  const all = channels.filter(({ channel }) => wanted.includes(channel)).flatMap(({ ranges }) => ranges)
  const joined: [number, number][] = []
  for (const [start, end] of all.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
