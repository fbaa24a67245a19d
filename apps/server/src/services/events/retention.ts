// Belongs here: which events are too old to be kept. Does not: how they are removed (event.store.ts).
import type { Clock } from '../../platform/clock/index.ts'
import { SteadyTime } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { EventStore } from './event.store.ts'

const PERIOD_MS = 3_600_000
const DAY_S = 86_400
/** Rows of one statement: the database is not to be held for long. */
const BATCH = 2_000

export interface RetentionDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: Pick<EventStore, 'removeBefore'>
  readonly registry: Pick<DeviceRegistry, 'all'>
  /** Where a device says nothing (SDEV-37), and for devices that were removed. */
  readonly defaultDays: number
}

/** Looks every hour, once the clock may be trusted. */
export function startRetention(deps: RetentionDeps): { close(): Promise<void> } {
  const time = new SteadyTime(deps.clock)
  const stopping = new AbortController()
  let running = Promise.resolve()
  const timer = deps.clock.every(PERIOD_MS, () => {
    if (!time.look()) return
    running = running.then(() =>
      removeExpired(deps, stopping.signal).catch((error: unknown) => {
        deps.log.error({ err: error }, 'old events could not be removed')
      }),
    )
  })
  return {
    async close() {
      timer.cancel()
      stopping.abort()
      await running
    },
  }
}

/** Each device by its own days, all others by the default. */
export async function removeExpired(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const nowS = Math.floor(deps.clock.nowMs() / 1000)
  const byDays = Map.groupBy(
    [...deps.registry.all()].filter(({ eventdays }) => eventdays > 0),
    ({ eventdays }) => eventdays,
  )
  const except: number[] = []
  for (const [days, devices] of byDays) {
    const only = devices.map(({ key }) => key)
    except.push(...only)
    await removeAll(deps, { beforeS: nowS - days * DAY_S, only }, signal)
  }
  await removeAll(deps, { beforeS: nowS - deps.defaultDays * DAY_S, except }, signal)
}

async function removeAll(
  { store }: RetentionDeps,
  query: { readonly beforeS: number; readonly only?: readonly number[]; readonly except?: readonly number[] },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await store.removeBefore({ ...query, limit: BATCH })) === BATCH);
}
