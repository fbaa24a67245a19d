import { setTimeout as pause } from 'node:timers/promises'

/**
 * Asks until the answer is neither false, null nor undefined, and gives it back: a test waits for conditions and never
 * sleeps. Rejects with what was waited for after `limitMs`.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  limitMs = 90_000,
): Promise<Exclude<T, false | null | undefined>> {
  const endMs = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>
    }
    if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`)
    await pause(5)
  }
}
