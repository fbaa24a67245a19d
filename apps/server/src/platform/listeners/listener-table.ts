// Belongs here: moving all listeners to where they should be, and trying again. Does not: which ports those are (app/listeners.ts).
import type { ListenerState } from '@fleetglass/contract/server-settings'
import type { Clock } from '../clock/index.ts'
import { Mutex } from '../limits/index.ts'
import type { Log } from '../log/index.ts'
import type { MovableListener, PortFailure } from './movable-listener.ts'

/** How soon a port that was in use is tried again. */
const RETRY_MS = 10_000

export interface ListenerRow {
  readonly listener: MovableListener
  /** The ports that it should have now. */
  readonly wanted: () => readonly number[]
}

export interface ListenerTable {
  /** Moves what is not where it should be; failures are logged, and tried again. One move at a time. */
  apply(): Promise<void>
  readonly states: readonly ListenerState[]
  close(): Promise<void>
}

export interface ListenerTableDeps {
  readonly clock: Clock
  readonly log: Log
  readonly rows: readonly ListenerRow[]
  /** Ports have changed. */
  readonly moved: () => void
}

export function createListenerTable({ clock, log, rows, moved }: ListenerTableDeps): ListenerTable {
  const mutex = new Mutex()
  let reported = new Set<string>()
  let isClosed = false

  const apply = (): Promise<void> =>
    mutex.run(async () => {
      if (isClosed) return
      const before = portsOf(rows)
      await moveAll(rows)
      report()
      if (portsOf(rows) !== before) moved()
    })
  const report = (): void => {
    const present = new Set<string>()
    for (const { listener } of rows) {
      const { name, ports, failures } = listener
      for (const failure of failures) {
        const key = `${name} ${failure.port} ${failure.reason}`
        present.add(key)
        if (reported.has(key)) continue
        log.error({ err: failure.error, listener: name, port: failure.port }, sentenceOf(failure, name, ports))
      }
    }
    reported = present
  }
  const retry = clock.every(RETRY_MS, () => {
    if (rows.some(({ listener }) => listener.failures.length > 0)) void apply()
  })
  return {
    apply,
    get states() {
      return rows.map(({ listener }) => withOwner(listener.state, rows))
    },
    async close() {
      isClosed = true
      retry.cancel()
      await mutex.idle()
    },
  }
}

/** Again for as long as it helps: a port may be one that another listener is about to leave. */
async function moveAll(rows: readonly ListenerRow[]): Promise<void> {
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    for (const { listener, wanted } of rows) await listener.move(wanted())
    const failed = rows.reduce((sum, { listener }) => sum + listener.failures.length, 0)
    if (failed === 0) return
    if (failed >= before && !releaseOne(rows)) return
    before = failed
  }
}

/**
 * Two listeners that want each other's ports would wait for ever, so one of them releases its port. It must wait for nothing but ports
 * that other listeners do not want any more: with a port of another program it would have none.
 */
function releaseOne(rows: readonly ListenerRow[]): boolean {
  for (const { listener } of rows) {
    for (const { port } of listener.failures) {
      const owner = formerOwnerOf(rows, listener, port)
      if (owner === undefined || !owner.failures.every((one) => formerOwnerOf(rows, owner, one.port) !== undefined))
        continue
      owner.release(port)
      return true
    }
  }
  return false
}

/** The listener that has a port and does not want it any more. */
function formerOwnerOf(
  rows: readonly ListenerRow[],
  { transport }: MovableListener,
  port: number,
): MovableListener | undefined {
  return rows.find(
    ({ listener, wanted }) =>
      listener.transport === transport && listener.ports.includes(port) && !wanted().includes(port),
  )?.listener
}

function portsOf(rows: readonly ListenerRow[]): string {
  return rows.map(({ listener }) => listener.ports.join()).join(' ')
}

function withOwner(state: ListenerState, rows: readonly ListenerRow[]): ListenerState {
  const isOwn = (port: number): boolean => rows.some(({ listener }) => listener.ports.includes(port))
  const failed = state.failed.map((one) => (isOwn(one.port) ? { ...one, reason: 'own' as const } : one))
  return { ...state, failed }
}

const causes: Readonly<Record<PortFailure['reason'], string>> = {
  'in-use': 'it is in use by another program',
  own: 'it is in use by another listener of this server',
  'not-allowed': 'this user may not open it; choose one above 1023 or allow it',
  failed: 'the machine refused it',
}

function sentenceOf({ port, reason }: PortFailure, name: string, open: readonly number[]): string {
  const present = open.length === 0 ? 'Nothing is open for it' : `${open.join(', ')} stays open`
  return `Cannot open port ${port} for ${name}: ${causes[reason]}. ${present}; it is tried again every ${RETRY_MS / 1000} s.`
}
