// Belongs here: one run of one program in the script folder. Does not: which programs are in it (an administrator of the machine).
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { DeliveryOutcome } from '@fleetglass/contract/event-plans'
import type { Clock } from '../../platform/clock/index.ts'
import type { Attempt } from './delivery.types.ts'
import { detailOf } from './send-webhook.ts'

/** PLAN-56. */
const RUN_MS = 30_000
/** Of both outputs together; the rest is read and dropped, so that the program does not wait. */
const OUTPUT_BYTES = 4_096

const over = { isFinal: true, isAway: false } as const

export interface ScriptRun {
  readonly name: string
  /** What is on its standard input. */
  readonly input: Iterable<string> | AsyncIterable<Uint8Array>
  /** Variables that it has beside its path and language. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a file of the folder without a shell and without arguments. A failed run is not repeated. */
export async function runScript(
  { clock, folder }: { readonly clock: Clock; readonly folder: string },
  { name, input, environment = {} }: ScriptRun,
  signal: AbortSignal,
): Promise<Attempt> {
  const path = join(folder, basename(name))
  const problem = await problemOf(path, name)
  if (problem !== null) return { ...over, isDone: false, outcome: problem, detail: '' }
  const child = spawn(path, [], {
    cwd: folder,
    // Nothing of the server's own environment, which may hold passwords.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LANG: 'C.UTF-8', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: what it starts ends with it.
    detached: true,
  })
  let isLate = false
  const stop = (): void => killGroup(child)
  const timer = clock.after(RUN_MS, () => {
    isLate = true
    stop()
  })
  signal.addEventListener('abort', stop)
  const output = collect(child)
  const source = Readable.from(input)
  // A program need not read its input.
  child.stdin.on('error', () => source.destroy())
  source.on('error', stop)
  source.pipe(child.stdin)
  try {
    const [code, error] = await new Promise<[number | null, Error | null]>((resolve) => {
      child.once('error', (failed) => resolve([null, failed]))
      child.once('exit', (exit) => resolve([exit, null]))
    })
    if (error !== null)
      return { ...over, isDone: false, outcome: 'script-not-started', detail: detailOf(error.message) }
    // Its last words may still be in the pipe.
    await new Promise((resolve) => setImmediate(resolve))
    const outcome = isLate ? 'timeout' : (`exit-${code ?? 'signal'}` as const)
    return { ...over, isDone: code === 0 && !isLate, outcome, detail: detailOf(output()) }
  } finally {
    timer.cancel()
    signal.removeEventListener('abort', stop)
    stop()
    source.destroy()
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

/** Why a name is not run. A link could lead out of the folder. */
async function problemOf(path: string, name: string): Promise<DeliveryOutcome | null> {
  const isPlain = name === basename(name) && name !== '.' && name !== '..'
  const found = isPlain ? await lstat(path).catch(() => null) : null
  if (found === null || !found.isFile()) return 'script-missing'
  const isExecutable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  return isExecutable ? null : 'script-not-executable'
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  const pieces: Buffer[] = []
  let bytes = 0
  const take = (piece: Buffer): void => {
    const part = piece.subarray(0, OUTPUT_BYTES - bytes)
    bytes += part.length
    if (part.length > 0) pieces.push(part)
  }
  stdout?.on('data', take)
  stderr?.on('data', take)
  return () => Buffer.concat(pieces).toString('utf8')
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself, or became a program of another user, which this one may not end.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
