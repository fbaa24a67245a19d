import type { ErrorCode } from '@fleetglass/contract/errors'
import { type Generated, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, hasCome } from '../../platform/database/index.ts'
import type { EventUpload, NewEventUpload } from './event-uploads.types.ts'

interface UploadRow {
  serial: number
  device_id: string
  time_s: number
  path: string
  name: string
  bytes: number
  target: string
  state: EventUpload['state']
  reason: ErrorCode | ''
  tries: number
  added_ms: number
  not_before_ms: number
  holder: string | null
  lease_until_ms: number | null
}

interface Tables {
  event_uploads: UploadRow & { id: Generated<number> }
  event_media: { event_id: number; path: string | null; start_s: number | null; end_s: number | null }
}

/** A transfer that takes longer is begun by another process too, and replaces the same file. */
export const UPLOAD_LEASE_MS = 60_000
/** Before the first try there is none; the longest one is before the third. */
export const LONGEST_PAUSE_MS = 60_000

/** What of an upload changes when a try is over. */
export type UploadEnd = Pick<EventUpload, 'state' | 'reason' | 'tries' | 'address'> & { readonly notBeforeMs: number }

/** The table of files that are uploaded to another server. */
export interface EventUploadStore {
  /**
   * Nothing happens where the file is to be uploaded already: a kill may have come before it was said that it is there. Where
   * `mostWaiting` wait it is stored as failed.
   */
  add(upload: NewEventUpload, mostWaiting: number): Promise<void>
  /** The newest first, at most `limit`, without passwords. */
  newest(limit: number): Promise<readonly EventUpload[]>
  /** Takes those that are due, for one process. */
  claim(holder: string, nowMs: number, limit: number): Promise<readonly (EventUpload & { readonly target: string })[]>
  hasWaiting(): Promise<boolean>
  renew(ids: readonly number[], holder: string, nowMs: number): Promise<void>
  /** `false`: another process has taken it since, and nothing was changed. */
  end(held: { readonly id: number; readonly holder: string }, end: UploadEnd): Promise<boolean>
  /** Removes what was over before a time; answers how many. */
  removeOver(beforeMs: number): Promise<number>
}

export function createEventUploadStore(database: Database): EventUploadStore {
  const db = database.tables<Tables>()
  return {
    async add({ serial, deviceId, timeS, path, name, bytes, target, addedMs }, mostWaiting) {
      const { waiting } = await db
        .selectFrom('event_uploads')
        .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      const isRefused = Number(waiting) >= mostWaiting
      await db
        .insertInto('event_uploads')
        .values({
          serial,
          device_id: deviceId,
          time_s: timeS,
          path,
          name,
          bytes,
          target: isRefused ? withoutLogin(target) : target,
          state: isRefused ? 'failed' : 'waiting',
          reason: isRefused ? 'upload-queue-full' : '',
          tries: 0,
          added_ms: addedMs,
          not_before_ms: addedMs,
          holder: null,
          lease_until_ms: null,
        })
        .onConflict((conflict) => conflict.column('path').doNothing())
        .execute()
    },
    async newest(limit) {
      const rows = await db
        .selectFrom('event_uploads')
        .leftJoin('event_media', (join) =>
          join
            .onRef('event_media.event_id', '=', 'event_uploads.serial')
            .onRef('event_media.path', '=', 'event_uploads.path'),
        )
        .selectAll('event_uploads')
        .select(['event_media.start_s', 'event_media.end_s'])
        .orderBy('event_uploads.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...uploadOf(row), startS: row.start_s ?? 0, endS: row.end_s ?? 0 }))
    },
    async hasWaiting() {
      const waiting = db.selectFrom('event_uploads').select('id').where('state', '=', 'waiting').limit(1)
      return (await waiting.executeTakeFirst()) !== undefined
    },
    async claim(holder, nowMs, limit) {
      return await db.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('event_uploads')
          .selectAll()
          .where('state', '=', 'waiting')
          .where(hasCome('not_before_ms', nowMs, LONGEST_PAUSE_MS))
          .where(isFree(nowMs))
          .orderBy('not_before_ms')
          .orderBy('id')
          .limit(limit)
          .execute()
        const taken: (EventUpload & { readonly target: string })[] = []
        for (const row of rows) {
          const { numUpdatedRows } = await transaction
            .updateTable('event_uploads')
            .set({ holder, lease_until_ms: nowMs + UPLOAD_LEASE_MS })
            .where('id', '=', row.id)
            .where(isFree(nowMs))
            .executeTakeFirst()
          if (numUpdatedRows > 0n) taken.push({ ...uploadOf(row), target: row.target })
        }
        return taken
      })
    },
    async renew(ids, holder, nowMs) {
      if (ids.length === 0) return
      await db
        .updateTable('event_uploads')
        .set({ lease_until_ms: nowMs + UPLOAD_LEASE_MS })
        .where('id', 'in', ids)
        .where('holder', '=', holder)
        .execute()
    },
    async end({ id, holder }, { state, reason, tries, notBeforeMs, address }) {
      const over = state === 'waiting' ? {} : { target: address }
      const ended = await db
        .updateTable('event_uploads')
        .set({
          state,
          reason: reason ?? '',
          tries,
          not_before_ms: notBeforeMs,
          holder: null,
          lease_until_ms: null,
          ...over,
        })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .executeTakeFirst()
      return ended.numUpdatedRows > 0n
    },
    async removeOver(beforeMs) {
      const removed = await db
        .deleteFrom('event_uploads')
        .where('state', '!=', 'waiting')
        .where('added_ms', '<', beforeMs)
        .executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

/** A lease that ends later than it can was written by a clock that was ahead. */
function isFree(nowMs: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(holder is null or ${hasCome('lease_until_ms', nowMs, 2 * UPLOAD_LEASE_MS)})`
}

function uploadOf(row: UploadRow & { id: number }): EventUpload {
  return {
    id: row.id,
    serial: row.serial,
    deviceId: row.device_id,
    timeS: row.time_s,
    path: row.path,
    address: withoutLogin(row.target),
    name: row.name,
    bytes: row.bytes,
    state: row.state,
    reason: row.reason === '' ? null : row.reason,
    tries: row.tries,
    addedMs: row.added_ms,
    startS: 0,
    endS: 0,
  }
}

/** A target is an address that was checked when its plan was saved; one of an earlier release is empty once it is over. */
function withoutLogin(target: string): string {
  if (!URL.canParse(target)) return ''
  const url = new URL(target)
  url.username = ''
  url.password = ''
  return url.href
}
