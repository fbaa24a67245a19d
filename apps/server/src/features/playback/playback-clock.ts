// Belongs here: which recorded time is shown at which moment. Does not: frames (playback-session.ts).
import type { Clock } from '../../platform/clock/index.ts'

/** A player that follows a clock. */
export interface ClockMember {
  /** It runs at another speed. */
  speedChanged(): void
  /** It shows another time. */
  timeMoved(): void
}

/**
 * The recorded time that is shown now. It stands until the first picture is there, and is one for all channels that play
 * together: a channel that comes late sends what was due at once.
 */
export class PlaybackClock {
  readonly #clock: Clock
  readonly #members = new Set<ClockMember>()
  /** Members that have nothing before a time, and that time. */
  readonly #gaps = new Map<ClockMember, number>()
  #speed: number
  #mediaMs: number
  /** Since when it runs from `#mediaMs` on; null: it stands. */
  #sinceMs: number | null = null

  constructor(clock: Clock, mediaMs: number, speed: number) {
    this.#clock = clock
    this.#mediaMs = mediaMs
    this.#speed = speed
  }

  /** 0: paused; negative: backwards. */
  get speed(): number {
    return this.#speed
  }

  /** Unix ms of the recording. */
  get positionMs(): number {
    if (this.#sinceMs === null) return this.#mediaMs
    return this.#mediaMs + (this.#clock.monotonicMs() - this.#sinceMs) * this.#speed
  }

  get isLeft(): boolean {
    return this.#members.size === 0
  }

  join(member: ClockMember): void {
    this.#members.add(member)
  }

  leave(member: ClockMember): void {
    this.#members.delete(member)
    this.#gaps.delete(member)
    this.#skipGap()
  }

  /** The first picture is there: from here on time passes. */
  start(): void {
    if (this.#speed !== 0) this.#sinceMs ??= this.#clock.monotonicMs()
  }

  setSpeed(speed: number): void {
    if (speed === this.#speed) return
    this.#mediaMs = this.positionMs
    this.#sinceMs = null
    this.#gaps.clear()
    this.#speed = speed
    for (const member of this.#members) member.speedChanged()
  }

  /** A time is shown now, and goes on from there. */
  moveTo(mediaMs: number): void {
    this.#mediaMs = mediaMs
    if (this.#sinceMs !== null) this.#sinceMs = this.#clock.monotonicMs()
    for (const member of this.#members) member.timeMoved()
  }

  /** Milliseconds until a recorded time is shown; negative when it was. */
  untilMs(mediaMs: number): number {
    const restMs = mediaMs - this.positionMs
    return restMs === 0 ? 0 : restMs / this.#speed
  }

  /** A member has nothing before `mediaMs`. Once this is so of every member, the time between is skipped. */
  atGap(member: ClockMember, mediaMs: number): void {
    if (this.#gaps.get(member) === mediaMs) return
    this.#gaps.set(member, mediaMs)
    this.#skipGap()
  }

  /** The member has gone on behind its gap. */
  passed(member: ClockMember): void {
    this.#gaps.delete(member)
  }

  #skipGap(): void {
    if (this.#gaps.size === 0 || this.#gaps.size < this.#members.size) return
    const ends = [...this.#gaps.values()]
    const nextMs = this.#speed < 0 ? Math.max(...ends) : Math.min(...ends)
    if (this.untilMs(nextMs) > 0) this.moveTo(nextMs)
  }
}

/** Sockets that begin within this time play by one clock. */
const JOIN_MS = 2_000

/** The clocks in use, by what plays together. */
export class PlaybackClocks {
  readonly #clock: Clock
  readonly #clocks = new Map<string, { readonly shared: PlaybackClock; readonly sinceMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The clock of those who began at `fromMs` under the same name a moment ago, or a new one; always a new one for `null`. */
  join(name: string | null, fromMs: number, speed: number, member: ClockMember): PlaybackClock {
    const key = `${name} ${fromMs}`
    const nowMs = this.#clock.monotonicMs()
    const known = this.#clocks.get(key)
    if (name !== null && known !== undefined && nowMs - known.sinceMs <= JOIN_MS) {
      known.shared.join(member)
      return known.shared
    }
    const clock = new PlaybackClock(this.#clock, fromMs, speed)
    clock.join(member)
    if (name !== null) this.#clocks.set(key, { shared: clock, sinceMs: nowMs })
    return clock
  }

  leave(clock: PlaybackClock, member: ClockMember): void {
    clock.leave(member)
    if (!clock.isLeft) return
    for (const [key, { shared }] of this.#clocks) if (shared === clock) this.#clocks.delete(key)
  }
}
