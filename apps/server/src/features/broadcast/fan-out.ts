// Belongs here: giving one frame to very many receivers without holding up the loop that moves media.

/** Receivers served before other work gets its turn: a write to a socket costs some microseconds. */
const SLICE = 250
/** Frames that wait, a second of them. Beyond it the oldest is dropped: late speech is of no use. */
const MOST_WAITING = 25

export interface FanOut {
  /** Gives the frame to each receiver, in the order of the frames. */
  say(frame: Uint8Array): void
  /** Drops what waits. */
  clear(): void
}

/** `receivers`: those of a frame, as they are when its turn comes. */
export function createFanOut<Receiver>(
  receivers: () => readonly Receiver[],
  give: (receiver: Receiver, frame: Uint8Array) => void,
): FanOut {
  interface Job {
    readonly frame: Uint8Array
    readonly to: readonly Receiver[]
  }
  const waiting: Uint8Array[] = []
  /** The frame under way. */
  let current: Job | null = null

  function step(job: Job, from: number): void {
    // What was cleared meanwhile goes to nobody else.
    if (current !== job) return
    const end = from + SLICE
    for (const receiver of job.to.slice(from, end)) give(receiver, job.frame)
    if (end < job.to.length) setImmediate(() => step(job, end))
    else next()
  }

  function next(): void {
    const frame = waiting.shift()
    current = frame === undefined ? null : { frame, to: receivers() }
    if (current !== null) step(current, 0)
  }

  return {
    say(frame) {
      waiting.push(frame)
      if (waiting.length > MOST_WAITING) waiting.shift()
      if (current === null) next()
    },
    clear() {
      waiting.length = 0
      current = null
    },
  }
}
