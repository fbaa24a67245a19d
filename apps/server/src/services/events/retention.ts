// Belongs here: which events are too old to be kept. Does not: how they are removed (event.store.ts).
import type { Clock } from '../../platform/clock/index.ts'
import { type Job, limitRound } from '../../platform/scheduler/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { EventStore } from './event.store.ts'

const PERIOD_MS = 3_600_000
const ROUND_MS = 600_000
const DAY_S = 86_400
/** Rows of one statement: the database is not to be held for long. */
const BATCH = 2_000

export interface RetentionDeps {
  readonly clock: Clock
  readonly store: Pick<EventStore, 'removeBefore'>
  readonly registry: Pick<DeviceRegistry, 'all'>
  /** Where a device says nothing (SDEV-37), and for devices that were removed; 0: however old they are. */
  readonly defaultDays: () => number
}

export function eventRetention(deps: RetentionDeps): Job {
  return {
    name: 'events by age',
    schedule: { everyMs: PERIOD_MS },
    needsTrustedTime: true,
    run: (signal) => removeExpired(deps, signal),
  }
}

/** Each device by its own days, all others by the default. */
async function removeExpired(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const isOver = limitRound({ clock: deps.clock, signal }, ROUND_MS)
  const defaultDays = deps.defaultDays()
  const nowS = Math.floor(deps.clock.nowMs() / 1000)
  const byDays = Map.groupBy(
    [...deps.registry.all()].filter(({ eventRetentionDays }) => eventRetentionDays > 0),
    ({ eventRetentionDays }) => eventRetentionDays,
  )
  const except: number[] = []
  for (const [days, devices] of byDays) {
    const only = devices.map(({ key }) => key)
    except.push(...only)
    await removeAll(deps, { beforeS: nowS - days * DAY_S, only }, isOver)
  }
  if (defaultDays > 0) await removeAll(deps, { beforeS: nowS - defaultDays * DAY_S, except }, isOver)
}

async function removeAll(
  { store }: RetentionDeps,
  query: { readonly beforeS: number; readonly only?: readonly number[]; readonly except?: readonly number[] },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver() && (await store.removeBefore({ ...query, limit: BATCH })) === BATCH);
}
