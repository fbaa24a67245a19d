import { type Generated, type Kysely, sql } from 'kysely'
import { type Database, hasCome } from '../../platform/database/index.ts'
import type { Delivery, DeliveryKind, DeliveryQuery, NewDelivery } from './delivery.types.ts'

interface DeliveryRow {
  id: Generated<number>
  kind: DeliveryKind
  target: string
  plan: string
  device_key: number
  body: string
  state: Delivery['state']
  attempts: number
  due_ms: number
  holder: string | null
  lease_until_ms: number
  created_ms: number
  tried_ms: number | null
  outcome: string
  detail: string
}

interface Tables {
  event_deliveries: DeliveryRow
  event_signing_key: { id: number; key: string }
}

/** Rows of one statement: databases limit the values of a statement. */
const AT_ONCE = 50

/** Before the next attempt; the margin is for processes whose clocks differ, here and below. */
const LONGEST_PAUSE_MS = 3_600_000 + 60_000
const LONGEST_LEASE_MS = 20_000 + 60_000

/** The table of deliveries. Times are unix milliseconds. */
export interface DeliveryStore {
  /** Those of some kinds that are due, that nobody holds, and that are for none of `except`; the longest due first. */
  due(query: {
    readonly nowMs: number
    readonly kinds: readonly DeliveryKind[]
    readonly except: readonly string[]
    readonly limit: number
  }): Promise<Delivery[]>
  /** Takes one that is due and that no other process holds. */
  claim(id: number, holder: string, nowMs: number, leaseMs: number): Promise<boolean>
  /** Holds on to all that this process has taken. */
  renew(holder: string, untilMs: number): Promise<void>
  /** Gives one back; `changes` is what an attempt ended with. */
  release(
    id: number,
    holder: string,
    changes: Partial<Pick<Delivery, 'state' | 'attempts' | 'dueMs' | 'triedMs' | 'outcome' | 'detail'>>,
  ): Promise<void>
  /** What waits for a receiver is due now: it answers again. */
  hasten(target: string, nowMs: number): Promise<void>
  /** What waits of some kinds is due now. */
  hastenKinds(kinds: readonly DeliveryKind[], nowMs: number): Promise<void>
  list(query: DeliveryQuery): Promise<Delivery[]>
  /** `false` where there is none that is over. */
  again(id: number, nowMs: number): Promise<boolean>
  waiting(): Promise<number>
  /** Ends the oldest of those that wait for one receiver, beyond `most`. */
  endOverflow(most: number, nowMs: number): Promise<void>
  /** Removes what is over and older, and beyond `most`. */
  removeOld(beforeMs: number, most: number): Promise<void>
  /** The key of the site; `made` is stored where there is none. */
  signingKey(made: string): Promise<string>
}

/** Stores deliveries that are due now, in the transaction of their events. */
export async function insertDeliveries(
  tables: Pick<Database, 'tables'>,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  const db = tables.tables<Tables>()
  for (let at = 0; at < deliveries.length; at += AT_ONCE) {
    const rows = deliveries.slice(at, at + AT_ONCE).map(({ deviceKey: device_key, ...delivery }) => ({
      ...delivery,
      device_key,
      state: 'waiting' as const,
      attempts: 0,
      due_ms: nowMs,
      holder: null,
      lease_until_ms: 0,
      created_ms: nowMs,
      tried_ms: null,
      outcome: '',
      detail: '',
    }))
    await db.insertInto('event_deliveries').values(rows).execute()
  }
}

export function createDeliveryStore(database: Database): DeliveryStore {
  const db: Kysely<Tables> = database.tables<Tables>()
  return {
    async due({ nowMs, kinds, except, limit }) {
      let query = db
        .selectFrom('event_deliveries')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('kind', 'in', [...kinds])
        .where(hasCome('due_ms', nowMs, LONGEST_PAUSE_MS))
        .where(hasCome('lease_until_ms', nowMs, LONGEST_LEASE_MS))
        .orderBy('due_ms')
        .orderBy('id')
        .limit(limit)
      if (except.length > 0) query = query.where('target', 'not in', [...except])
      return (await query.execute()).map(deliveryOf)
    },
    async claim(id, holder, nowMs, leaseMs) {
      const { numUpdatedRows } = await db
        .updateTable('event_deliveries')
        .set({ holder, lease_until_ms: nowMs + leaseMs })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where(hasCome('lease_until_ms', nowMs, LONGEST_LEASE_MS))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async renew(holder, untilMs) {
      await db
        .updateTable('event_deliveries')
        .set({ lease_until_ms: untilMs })
        .where('state', '=', 'waiting')
        .where('holder', '=', holder)
        .execute()
    },
    async release(id, holder, { dueMs, triedMs, ...changes }) {
      await db
        .updateTable('event_deliveries')
        .set({
          ...changes,
          ...(dueMs !== undefined && { due_ms: dueMs }),
          ...(triedMs !== undefined && { tried_ms: triedMs }),
          holder: null,
          lease_until_ms: 0,
        })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .execute()
    },
    async hasten(target, nowMs) {
      await db
        .updateTable('event_deliveries')
        .set({ due_ms: nowMs })
        .where('state', '=', 'waiting')
        .where('target', '=', target)
        .where('due_ms', '>', nowMs)
        .execute()
    },
    async hastenKinds(kinds, nowMs) {
      await db
        .updateTable('event_deliveries')
        .set({ due_ms: nowMs })
        .where('state', '=', 'waiting')
        .where('kind', 'in', [...kinds])
        .where('due_ms', '>', nowMs)
        .execute()
    },
    async list({ beforeId, kinds, limit }) {
      let query = db.selectFrom('event_deliveries').selectAll().orderBy('id', 'desc').limit(limit)
      if (kinds !== undefined) query = query.where('kind', 'in', [...kinds])
      if (beforeId !== null) query = query.where('id', '<', beforeId)
      return (await query.execute()).map(deliveryOf)
    },
    async again(id, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('event_deliveries')
        .set({ state: 'waiting', attempts: 0, due_ms: nowMs, created_ms: nowMs, outcome: '', detail: '' })
        .where('id', '=', id)
        .where('state', '!=', 'waiting')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async waiting() {
      const { count } = await db
        .selectFrom('event_deliveries')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async endOverflow(most, nowMs) {
      const full = await db
        .selectFrom('event_deliveries')
        .select('target')
        .where('state', '=', 'waiting')
        .groupBy('target')
        .having(({ fn }) => fn.countAll(), '>', most)
        .execute()
      for (const { target } of full) {
        const oldest = await db
          .selectFrom('event_deliveries')
          .select('id')
          .where('state', '=', 'waiting')
          .where('target', '=', target)
          .orderBy('id', 'desc')
          .offset(most - 1)
          .limit(1)
          .executeTakeFirst()
        if (oldest === undefined) continue
        await db
          .updateTable('event_deliveries')
          .set({ state: 'failed', outcome: 'overflow' })
          .where('state', '=', 'waiting')
          .where('target', '=', target)
          .where('id', '<', oldest.id)
          .where('lease_until_ms', '<=', nowMs)
          .execute()
      }
    },
    async removeOld(beforeMs, most) {
      const newest = await db
        .selectFrom('event_deliveries')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      await db
        .deleteFrom('event_deliveries')
        .where('state', '!=', 'waiting')
        .where(({ eb, or }) => or([eb('created_ms', '<', beforeMs), eb('id', '<=', (newest?.id ?? 0) - most)]))
        .execute()
    },
    async signingKey(made) {
      await db
        .insertInto('event_signing_key')
        .values({ id: 1, key: made })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ key: sql.ref('event_signing_key.key') }))
        .execute()
      const { key } = await db.selectFrom('event_signing_key').select('key').executeTakeFirstOrThrow()
      return key
    },
  }
}

function deliveryOf(row: Omit<DeliveryRow, 'id'> & { id: number }): Delivery {
  const { id, kind, target, plan, body, state, attempts, outcome, detail } = row
  return {
    id,
    kind,
    target,
    plan,
    body,
    state,
    attempts,
    outcome,
    detail,
    deviceKey: row.device_key,
    createdMs: row.created_ms,
    triedMs: row.tried_ms,
    dueMs: row.due_ms,
  }
}
