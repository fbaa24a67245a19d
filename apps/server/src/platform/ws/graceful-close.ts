import type { Duplex } from 'node:stream'
import type { Clock, Timer } from '../clock/index.ts'

/** Closes connections after a last answer: the client has a moment to read it, then the connection is destroyed. */
export interface GracefulClose {
  /** Sends `answer` as the last bytes of `stream`. Further input is not read. */
  end(stream: Duplex, answer: string): void
  /** Destroys the connections that are still closing. */
  close(): void
}

const READ_WITHIN_MS = 1000

export function createGracefulClose(clock: Clock): GracefulClose {
  const leaving = new Map<Duplex, Timer>()
  return {
    end(stream, answer) {
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
