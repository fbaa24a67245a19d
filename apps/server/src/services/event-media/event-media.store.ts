import type { ErrorCode } from '@fleetglass/contract/errors'
import { EVENT_FOOTAGE_CHANNELS, EVENT_SNAPSHOT_CHANNELS } from '@fleetglass/contract/events'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { takeChanges } from '../events/index.ts'
import type {
  EventMedia,
  EventMediaItem,
  EventMediaKey,
  EventMediaKind,
  StoredEventMedia,
} from './event-media.types.ts'

interface MediaRow {
  event_id: number
  channel: number
  kind: EventMediaKind
  state: EventMediaItem['state']
  percent: number
  tries: number
  start_s: number | null
  end_s: number | null
  path: string | null
  bytes: number
  reason: ErrorCode | ''
  updated_ms: number
}

interface Tables {
  event_media: MediaRow
  events: {
    id: number
    updated_ms: number
    tries: number
    completed: 0 | 1
    footage_mask: number
    snapshot_mask: number
  }
}

/** Channels of which an event can have media, by kind (EVT-28, EVT-29). */
const lastChannel: Readonly<Record<EventMediaKind, number>> = {
  footage: EVENT_FOOTAGE_CHANNELS,
  snapshot: EVENT_SNAPSHOT_CHANNELS,
}

/** Events of one statement. */
const AT_ONCE = 500

export function createEventMedia(database: Database, clock: Pick<Clock, 'nowMs'>): EventMedia {
  const db = database.tables<Tables>()
  return {
    async put(item) {
      checkChannel(item)
      return await db.transaction().execute(async (transaction) => {
        const updatedMs = await takeChanges(transaction, 1, clock.nowMs())
        if (!(await markChanged(transaction, item.serial, updatedMs))) return false
        const { event_id, channel, kind, ...row } = rowOf(item, updatedMs)
        await transaction
          .insertInto('event_media')
          .values({ event_id, channel, kind, ...row })
          .onConflict((conflict) => conflict.columns(['event_id', 'channel', 'kind']).doUpdateSet(row))
          .execute()
        await summarise(transaction, item.serial)
        return true
      })
    },
    adding: (items) => async (tables) => {
      if (items.length === 0) return
      for (const item of items) checkChannel(item)
      const transaction = tables.tables<Tables>()
      const events = Map.groupBy(items, ({ serial }) => serial)
      let updatedMs = await takeChanges(transaction, events.size, clock.nowMs())
      for (const [serial, itemsOfEvent] of events) {
        if (await markChanged(transaction, serial, updatedMs)) {
          await transaction
            .insertInto('event_media')
            .values(itemsOfEvent.map((item) => rowOf(item, updatedMs)))
            .onConflict((conflict) => conflict.columns(['event_id', 'channel', 'kind']).doNothing())
            .execute()
          await summarise(transaction, serial)
        }
        updatedMs += 1
      }
    },
    async find({ serial, channel, kind }) {
      const row = await db
        .selectFrom('event_media')
        .selectAll()
        .where('event_id', '=', serial)
        .where('channel', '=', channel)
        .where('kind', '=', kind)
        .executeTakeFirst()
      return row === undefined ? null : itemOf(row)
    },
    async ofEvents(serials) {
      const items: StoredEventMedia[] = []
      for (let from = 0; from < serials.length; from += AT_ONCE) {
        const rows = await db
          .selectFrom('event_media')
          .selectAll()
          .where('event_id', 'in', serials.slice(from, from + AT_ONCE))
          .orderBy('event_id')
          .orderBy('channel')
          .orderBy('kind')
          .execute()
        items.push(...rows.map(itemOf))
      }
      return Map.groupBy(items, ({ serial }) => serial)
    },
    async orphans(limit) {
      const rows = await db
        .selectFrom('event_media')
        .selectAll()
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('events').select('id').whereRef('events.id', '=', 'event_media.event_id'))),
        )
        .limit(limit)
        .execute()
      return rows.map(itemOf)
    },
    async forget(items) {
      for (const { serial, channel, kind } of items) {
        await db
          .deleteFrom('event_media')
          .where('event_id', '=', serial)
          .where('channel', '=', channel)
          .where('kind', '=', kind)
          .execute()
      }
    },
  }
}

function checkChannel({ channel, kind }: EventMediaKey): void {
  if (!Number.isInteger(channel) || channel < 1 || channel > lastChannel[kind]) {
    throw new RangeError(`an event has no ${kind} of channel ${channel}`)
  }
}

/** `false`: the event is not there. */
async function markChanged(transaction: Kysely<Tables>, serial: number, updatedMs: number): Promise<boolean> {
  const changed = await transaction
    .updateTable('events')
    .set({ updated_ms: updatedMs })
    .where('id', '=', serial)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** What the row of the event says of its media. */
async function summarise(transaction: Kysely<Tables>, serial: number): Promise<void> {
  const items = await transaction.selectFrom('event_media').selectAll().where('event_id', '=', serial).execute()
  const mask = (kind: EventMediaKind): number =>
    items
      .filter((item) => item.kind === kind && item.state === 'done')
      .reduce((bits, { channel }) => bits | (1 << (channel - 1)), 0)
  await transaction
    .updateTable('events')
    .set({
      tries: items.reduce((sum, { tries }) => sum + tries, 0),
      completed: items.every(({ state }) => state === 'done' || state === 'failed') ? 1 : 0,
      footage_mask: mask('footage'),
      snapshot_mask: mask('snapshot'),
    })
    .where('id', '=', serial)
    .execute()
}

function rowOf(item: EventMediaItem, updatedMs: number): MediaRow {
  return {
    event_id: item.serial,
    channel: item.channel,
    kind: item.kind,
    state: item.state,
    percent: item.percent,
    tries: item.tries,
    start_s: item.startS,
    end_s: item.endS,
    path: item.path,
    bytes: item.bytes,
    reason: item.reason ?? '',
    updated_ms: updatedMs,
  }
}

function itemOf(row: MediaRow): StoredEventMedia {
  return {
    serial: row.event_id,
    channel: row.channel,
    kind: row.kind,
    state: row.state,
    percent: row.percent,
    tries: row.tries,
    startS: row.start_s,
    endS: row.end_s,
    path: row.path,
    bytes: row.bytes,
    reason: row.reason === '' ? null : row.reason,
    updatedMs: row.updated_ms,
  }
}
