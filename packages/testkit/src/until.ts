import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two questions: the longer it has waited, the longer, since each may be a call to a server. */
const [SHORTEST_MS, LONGEST_MS] = [5, 20]
/** A condition is noticed at most this part of the time it took later than it came true. */
const LATER = 1 / 20

/**
 * Asks until the answer is neither false, null nor undefined, and gives it back: a test waits for conditions and never
 * sleeps. Rejects with what was waited for after `limitMs`.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  limitMs = 90_000,
): Promise<Exclude<T, false | null | undefined>> {
  const startMs = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>
    }
    const waitedMs = performance.now() - startMs
    if (waitedMs > limitMs) throw new Error(`waited in vain until ${what}`)
    await pause(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, waitedMs * LATER)))
  }
}
