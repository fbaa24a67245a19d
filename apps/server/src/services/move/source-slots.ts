// Belongs here: which media slots the source has, by its stored settings. Does not: where slots are mounted (platform/media-store).
import { type RecordDisks, recordDisksSchema } from '@fleetglass/contract/server-settings'
import type { Clock } from '../../platform/clock/index.ts'
import type { SqliteSource } from '../../platform/database/index.ts'
import type { HostDisks } from '../../platform/host-disks/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { createMediaSlots, type MediaSlots } from '../../platform/media-store/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

const SECTION = 'record'
const ALL = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

/** The slots as they are mounted now; nothing is written to them. */
export async function openSourceSlots(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly source: SqliteSource
  readonly disks: Pick<HostDisks, 'list'>
}): Promise<MediaSlots> {
  const slots = storedSlots(deps.source).map(({ uuid }) => ({ uuid, readonly: true }))
  const section = { value: { slots, performance: 0 }, subscribe: () => ({ close: () => undefined }) }
  return await createMediaSlots({ ...deps, settings: { open: () => section } as unknown as Pick<Settings, 'open'> })
}

/** Those that nothing may be deleted from, by the stored settings: the new server has the same. */
export function readOnlySlots(source: SqliteSource): ReadonlySet<string> {
  return new Set(storedSlots(source).flatMap(({ uuid, readonly }) => (readonly ? [uuid] : [])))
}

function storedSlots(source: SqliteSource): RecordDisks['slots'] {
  const table = source.tables().find(({ name }) => name === 'settings')
  if (table === undefined) return []
  const [section, fields] = [table.columns.indexOf('section'), table.columns.indexOf('fields')]
  const row = source.page(table, null, ALL).rows.find((one) => one[section] === SECTION)
  if (row === undefined) return []
  const stored = JSON.parse(String(row[fields])) as { slots?: { value?: unknown } }
  const parsed = recordDisksSchema.shape.slots.safeParse(stored.slots?.value)
  return parsed.success ? parsed.data : []
}
