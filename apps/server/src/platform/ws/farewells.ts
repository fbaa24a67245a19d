import type { Duplex } from 'node:stream'
import type { Clock, Timer } from '../clock/index.ts'

/** Last answers: the peer gets a moment to read one, then the connection is gone whether he closed his side or not. */
export interface Farewells {
  /** Sends `answer` as the last thing on `stream`. What still comes in is not read. */
  say(stream: Duplex, answer: string): void
  /** Ends all that still wait. */
  close(): void
}

const READ_WITHIN_MS = 1000

export function createFarewells(clock: Clock): Farewells {
  const leaving = new Map<Duplex, Timer>()
  return {
    say(stream, answer) {
      if (stream.destroyed || leaving.has(stream)) return
      stream.pause()
      stream.end(answer)
      leaving.set(
        stream,
        clock.after(READ_WITHIN_MS, () => stream.destroy()),
      )
      stream.once('close', () => {
        leaving.get(stream)?.cancel()
        leaving.delete(stream)
      })
    },
    close() {
      for (const stream of leaving.keys()) stream.destroy()
    },
  }
}
