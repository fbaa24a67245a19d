import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { BUCKET_SLOT, onSlot, splitSlot } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { LONGEST_SEGMENT_MS } from '../recordings/index.ts'

interface RecordingRow {
  device_key: number
  start_ms: number
  end_ms: number
  channel: number
  bytes: number
  first_key_frame_offset: number
  path: string
  slot: string
}

interface CopyRow {
  path: string
  device_key: number
  start_ms: number
  channel: number
}

interface Tables {
  recordings: RecordingRow
  local_copies: CopyRow
}

/** A file on disk of which the bucket has a verified copy. */
export interface LocalCopy {
  readonly path: string
  /** The recording is in the bucket, or was deleted; else the file is its only one. */
  readonly mayGo: boolean
}

/** The queue of uploads is the index itself: what it says is on a disk of this server waits. So no end of a process loses one. */
export interface MediaUploadStore {
  /** The oldest files on some slots that ended before a time, after one of them. */
  waiting(slots: readonly string[], endMs: number, after: Segment | null, limit: number): Promise<Segment[]>
  /** When the oldest one on some slots began. */
  oldestStart(slots: readonly string[]): Promise<number | null>
  /** Whether another recording has this path. */
  isTaken(segment: Segment, path: string): Promise<boolean>
  /**
   * In one transaction: the row says that the file is in the bucket, and its local copy is to be deleted unless it stays. `false`: there is no
   * such row any more, and nothing is done.
   */
  moved(segment: Segment, path: string, copy?: 'goes' | 'stays'): Promise<boolean>
  /** Behind a path, in the order of paths; from the first on for ''. */
  localCopies(after: string, limit: number): Promise<LocalCopy[]>
  copyIsGone(path: string): Promise<void>
}

export function createMediaUploadStore(database: Database): MediaUploadStore {
  const db = database.tables<Tables>()
  return {
    async waiting(slots, endMs, after, limit) {
      const found: Segment[] = []
      for (const slot of slots) {
        let query = db.selectFrom('recordings').selectAll().where('slot', '=', slot).where('end_ms', '<', endMs)
        if (after !== null) {
          const { startMs, deviceKey, channel } = after
          query = query
            .where('start_ms', '>=', startMs)
            .where(sql<SqlBool>`(start_ms, device_key, channel) > (${startMs}, ${deviceKey}, ${channel})`)
        }
        const inOrder = query.orderBy('start_ms').orderBy('device_key').orderBy('channel')
        found.push(...(await inOrder.limit(limit).execute()).map(segmentOf))
      }
      return found.sort(byAge).slice(0, limit)
    },
    async oldestStart(slots) {
      const starts = await Promise.all(slots.map((slot) => oldestOf(db, slot)))
      const known = starts.filter((startMs) => startMs !== null)
      return known.length === 0 ? null : Math.min(...known)
    },
    async isTaken({ deviceKey, startMs }, path) {
      const row = await db
        .selectFrom('recordings')
        .select('path')
        .where('device_key', '=', deviceKey)
        .where('start_ms', '>', startMs - LONGEST_SEGMENT_MS)
        .where('start_ms', '<', startMs + LONGEST_SEGMENT_MS)
        .where('path', '=', path)
        .executeTakeFirst()
      return row !== undefined
    },
    moved: (segment, path, copy = 'goes') =>
      db.transaction().execute(async (transaction) => {
        const { deviceKey, startMs, channel } = segment
        const { numUpdatedRows } = await transaction
          .updateTable('recordings')
          .set({ path, slot: splitSlot(path).slot })
          .where('device_key', '=', deviceKey)
          .where('start_ms', '=', startMs)
          .where('channel', '=', channel)
          .where('path', '=', segment.path)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        if (copy === 'stays') return true
        await transaction
          .insertInto('local_copies')
          .values({ path: segment.path, device_key: deviceKey, start_ms: startMs, channel })
          .onConflict((conflict) => conflict.column('path').doNothing())
          .execute()
        return true
      }),
    async localCopies(after, limit) {
      const rows = await db
        .selectFrom('local_copies as copy')
        .leftJoin('recordings as recording', (join) =>
          join
            .onRef('recording.device_key', '=', 'copy.device_key')
            .onRef('recording.start_ms', '=', 'copy.start_ms')
            .onRef('recording.channel', '=', 'copy.channel'),
        )
        .select(['copy.path', 'recording.slot'])
        .where('copy.path', '>', after)
        .orderBy('copy.path')
        .limit(limit)
        .execute()
      return rows.map(({ path, slot }) => ({ path, mayGo: slot === null || slot === BUCKET_SLOT }))
    },
    async copyIsGone(path) {
      await db.deleteFrom('local_copies').where('path', '=', path).execute()
    },
  }
}

/** Where a file of this name is in the bucket. */
export function inBucket(below: string): string {
  return onSlot(BUCKET_SLOT, below)
}

async function oldestOf(db: Kysely<Tables>, slot: string): Promise<number | null> {
  const query = db.selectFrom('recordings').select('start_ms').where('slot', '=', slot).orderBy('start_ms').limit(1)
  return (await query.executeTakeFirst())?.start_ms ?? null
}

function byAge(a: Segment, b: Segment): number {
  return a.startMs - b.startMs || a.deviceKey - b.deviceKey || a.channel - b.channel
}

function segmentOf(row: RecordingRow): Segment {
  return {
    deviceKey: row.device_key,
    channel: row.channel,
    startMs: row.start_ms,
    endMs: row.end_ms,
    bytes: row.bytes,
    firstKeyFrameOffset: row.first_key_frame_offset,
    path: row.path,
  }
}
