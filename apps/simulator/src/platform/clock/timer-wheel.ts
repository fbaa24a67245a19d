import type { Clock, Timer } from './clock.ts'

/** What waits on the wheel. One task has one place: scheduling it again moves it. The three fields are the wheel's own. */
export abstract class WheelTask {
  /** Absolute time, unix ms; `Infinity` when not scheduled. */
  dueMs = Infinity
  wheelNext: WheelTask | null = null
  wheelPrevious: WheelTask | null = null
  wheelSlot = -1

  /** Called once when `dueMs` is reached; the task is off the wheel then and may schedule itself again. */
  abstract onDue(nowMs: number): void
}

const SLOTS = 1024
const GRAIN_MS = 5

/**
 * One timer for everything: a hashed wheel of 1024 slots of 5 ms. A device costs three fields here and no closure, so
 * that ten thousand of them fit in one process. A task due beyond one turn stays in its slot until its turn comes.
 */
export class TimerWheel {
  readonly #clock: Clock
  readonly #slots: (WheelTask | null)[] = new Array<WheelTask | null>(SLOTS).fill(null)
  #cursor: number
  #size = 0
  #timer: Timer | null = null
  #timerDueMs = Infinity
  #closed = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#cursor = Math.floor(clock.nowMs() / GRAIN_MS)
  }

  get size(): number {
    return this.#size
  }

  nowMs(): number {
    return this.#clock.nowMs()
  }

  /** Puts `task` at `dueMs`; `Infinity` takes it off. After `close` nothing is scheduled any more. */
  schedule(task: WheelTask, dueMs: number): void {
    this.cancel(task)
    if (this.#closed || dueMs === Infinity) return
    task.dueMs = dueMs
    const grain = Math.max(Math.ceil(dueMs / GRAIN_MS), this.#cursor + 1)
    const slot = grain % SLOTS
    const head = this.#slots[slot] ?? null
    task.wheelSlot = slot
    task.wheelNext = head
    if (head) head.wheelPrevious = task
    this.#slots[slot] = task
    this.#size += 1
    this.#arm(grain * GRAIN_MS)
  }

  cancel(task: WheelTask): void {
    if (task.wheelSlot < 0) return
    if (task.wheelPrevious) task.wheelPrevious.wheelNext = task.wheelNext
    else this.#slots[task.wheelSlot] = task.wheelNext
    if (task.wheelNext) task.wheelNext.wheelPrevious = task.wheelPrevious
    task.wheelNext = null
    task.wheelPrevious = null
    task.wheelSlot = -1
    task.dueMs = Infinity
    this.#size -= 1
  }

  /** Ends the one timer; tasks still on the wheel are never called. */
  close(): void {
    this.#closed = true
    this.#timer?.cancel()
    this.#timer = null
  }

  #arm(atMs: number): void {
    if (this.#timer && this.#timerDueMs <= atMs) return
    this.#timer?.cancel()
    this.#timerDueMs = atMs
    this.#timer = this.#clock.after(Math.max(0, atMs - this.#clock.nowMs()), this.#turn)
  }

  readonly #turn = (): void => {
    this.#timer = null
    const nowMs = this.#clock.nowMs()
    const target = Math.floor(nowMs / GRAIN_MS)
    // A clock that stood still or jumped back leaves the cursor; one that jumped ahead needs each slot once.
    const first = Math.max(this.#cursor + 1, target - SLOTS + 1)
    this.#cursor = Math.max(this.#cursor, target)
    for (let grain = first; grain <= target && !this.#closed; grain++) this.#runSlot(grain % SLOTS, nowMs)
    if (!this.#closed && this.#size > 0) this.#arm(this.#nextOccupiedMs())
  }

  #runSlot(slot: number, nowMs: number): void {
    let task = this.#slots[slot] ?? null
    const due: WheelTask[] = []
    while (task) {
      if (task.dueMs <= nowMs) due.push(task)
      task = task.wheelNext
    }
    for (const one of due) {
      // A task that ran before may have moved or ended this one.
      if (one.wheelSlot !== slot || one.dueMs > nowMs) continue
      this.cancel(one)
      one.onDue(nowMs)
    }
  }

  #nextOccupiedMs(): number {
    for (let step = 1; step <= SLOTS; step++) {
      if (this.#slots[(this.#cursor + step) % SLOTS]) return (this.#cursor + step) * GRAIN_MS
    }
    return (this.#cursor + SLOTS) * GRAIN_MS
  }
}
