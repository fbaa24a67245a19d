// Belongs here: what some keep days would delete, for the page. Does not: deleting it (services).
import type { OldData } from '@fleetglass/contract/server-settings'
import { BUCKET_SLOT } from '../../platform/media-store/index.ts'
import { createOldDataStore } from '../../services/retention/index.ts'
import type { TabParts } from './settings-tab.ts'

const DAY_MS = 86_400_000

interface KeepDays {
  readonly events: number
  readonly uslogs: number
  readonly gps: number
}

export function createOldData({
  clock,
  database,
  mediaSlots,
  registry,
}: Pick<TabParts, 'clock' | 'database' | 'mediaSlots' | 'registry'>) {
  const store = createOldDataStore(database)

  const olderThan = async (
    kind: OldData['kind'],
    days: number,
    count: (beforeMs: number) => Promise<number>,
  ): Promise<OldData[]> => {
    if (days === 0) return []
    const beforeMs = clock.nowMs() - days * DAY_MS
    return [{ kind, beforeMs, count: await count(beforeMs) }]
  }
  /** Devices that have days of their own. */
  const devicesWith = (field: 'retentionDays' | 'eventRetentionDays'): number[] =>
    [...registry.all()].filter((device) => device[field] > 0).map(({ key }) => key)

  return {
    recordings: (days: number): Promise<OldData[]> =>
      olderThan('recordings', days, (beforeMs) =>
        // What is in the bucket is deleted as soon as it answers.
        store.recordings(beforeMs, devicesWith('retentionDays'), ['', BUCKET_SLOT, ...mediaSlots.uuids('writable')]),
      ),
    /** How many recordings lie on each of some media slots, without those that have none. */
    async onSlots(uuids: readonly string[]): Promise<{ readonly uuid: string; readonly count: number }[]> {
      const slots = await Promise.all(uuids.map(async (uuid) => ({ uuid, count: await store.recordingsOn(uuid) })))
      return slots.filter(({ count }) => count > 0)
    },
    async rows({ events, uslogs, gps }: KeepDays): Promise<OldData[]> {
      const kinds = await Promise.all([
        olderThan('events', events, (beforeMs) => store.events(beforeMs, devicesWith('eventRetentionDays'))),
        olderThan('talks', uslogs, (beforeMs) => store.talks(beforeMs)),
        olderThan('audit', uslogs, (beforeMs) => store.auditRows(beforeMs)),
        olderThan('streams', uslogs, (beforeMs) => store.streamRows(beforeMs)),
        olderThan('positions', gps, (beforeMs) => store.devicesWithPoints(beforeMs)),
      ])
      return kinds.flat()
    },
  }
}
