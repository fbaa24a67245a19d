// Processes that a bench of video starts: publishers, crowds and loops, on the core of the load or of the server.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { LOAD_CORE, pinned } from '../../tools/site/server-process.ts'

/** Starts a script of this folder; left out: on the core of the load. */
export function startScript(script: string, args: readonly (number | string)[], core = LOAD_CORE): ChildProcess {
  return pinned(core, [join(import.meta.dirname, script), ...args.map(String)], true)
}

/** The next message of a child. */
export function said<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`the load ended with code ${code}`)))
  })
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 120_000
  while (!(await ask())) {
    if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`)
    await pause(250)
  }
}

/** The value that so large a share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
