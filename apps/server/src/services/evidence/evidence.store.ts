import { maskChannels } from '@fleetglass/contract/events'
import type { CustodyAct, EvidenceFailure, EvidenceState } from '@fleetglass/contract/evidence'
import type { Generated } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { CustodyStep, EvidenceOrder, StoredEvidence } from './evidence.types.ts'

interface PackageRow {
  id: string
  device_key: number
  device_id: string
  channels: number
  start_ms: number
  end_ms: number
  reason: string
  user_name: string
  requested_s: number
  track: 0 | 1
  state: EvidenceState | 'released'
  failure: EvidenceFailure | ''
  percent: number
  bytes: number
  holder: string | null
  lease_until_ms: number | null
}

interface Tables {
  evidence_packages: PackageRow
  evidence_custody: {
    id: Generated<number>
    package_id: string
    time_s: number
    user_name: string
    address: string
    act: CustodyAct
    link: string
    channel: number
  }
}

/** How a package ended. */
export type EvidenceResult =
  | { readonly state: 'ready'; readonly bytes: number }
  | { readonly state: 'failed'; readonly failure: EvidenceFailure }

/** The tables of packages and of their chains of custody. Times are unix ms but where a name says otherwise. */
export interface EvidenceStore {
  /** With the first step of its chain of custody: both or neither. */
  add(order: EvidenceOrder, step: CustodyStep): Promise<void>
  /** Packages that were not released, the newest first. */
  all(): Promise<StoredEvidence[]>
  one(id: string): Promise<StoredEvidence | undefined>
  /** Packages that wait or are made, by account. */
  unfinished(): Promise<ReadonlyMap<string, number>>
  count(): Promise<number>
  /** Takes the oldest package that waits, or whose process does not renew its lease. */
  claim(holder: string, nowMs: number, leaseMs: number): Promise<StoredEvidence | undefined>
  /** Whether it is still this holder's. */
  renew(id: string, holder: string, untilMs: number, percent: number): Promise<boolean>
  /** Gives it back unfinished: it is made again, here or by another process. */
  release(id: string, holder: string): Promise<void>
  /** With its step in the chain of custody; `false` when the holder lost it or it was released meanwhile. */
  finish(id: string, holder: string, result: EvidenceResult, step: CustodyStep): Promise<boolean>
  /** With its step in the chain of custody; `false` when it was released already. */
  markReleased(id: string, step: CustodyStep): Promise<boolean>
  /** The first one first. */
  custody(id: string): Promise<CustodyStep[]>
  addStep(id: string, step: CustodyStep): Promise<void>
  /** When the same was done from the same address by the same person or link last, unix seconds. */
  lastTimeOf(id: string, step: Omit<CustodyStep, 'timeS'>): Promise<number | undefined>
}

export function createEvidenceStore(database: Database): EvidenceStore {
  const db = database.tables<Tables>()
  const stepRow = (id: string, { timeS, userName, ...rest }: CustodyStep) => ({
    package_id: id,
    time_s: timeS,
    user_name: userName,
    ...rest,
  })
  return {
    async add(order, step) {
      await db.transaction().execute(async (transaction) => {
        await transaction.insertInto('evidence_packages').values(rowOf(order)).execute()
        await transaction.insertInto('evidence_custody').values(stepRow(order.id, step)).execute()
      })
    },
    async all() {
      const rows = await db
        .selectFrom('evidence_packages')
        .selectAll()
        .where('state', '!=', 'released')
        .orderBy('requested_s', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(evidenceOf)
    },
    async one(id) {
      const row = await db
        .selectFrom('evidence_packages')
        .selectAll()
        .where('id', '=', id)
        .where('state', '!=', 'released')
        .executeTakeFirst()
      return row && evidenceOf(row)
    },
    async unfinished() {
      const rows = await db
        .selectFrom('evidence_packages')
        .select((row) => ['user_name', row.fn.countAll<number>().as('count')])
        .where('state', 'in', ['waiting', 'making'])
        .groupBy('user_name')
        .execute()
      return new Map(rows.map(({ user_name, count }) => [user_name, Number(count)]))
    },
    async count() {
      const { count } = await db
        .selectFrom('evidence_packages')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('state', '!=', 'released')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async claim(holder, nowMs, leaseMs) {
      return await db.transaction().execute(async (transaction) => {
        const free = transaction
          .selectFrom('evidence_packages')
          .select('id')
          .where((row) =>
            row.or([
              row('state', '=', 'waiting'),
              row.and([row('state', '=', 'making'), row('lease_until_ms', '<=', nowMs)]),
            ]),
          )
          .orderBy('requested_s')
          .orderBy('id')
          .limit(1)
        const row = await transaction
          .updateTable('evidence_packages')
          .set({ state: 'making', percent: 0, holder, lease_until_ms: nowMs + leaseMs })
          .where('id', 'in', free)
          // Another process may have taken it between the two halves of the statement.
          .where((one) => one.or([one('state', '=', 'waiting'), one('lease_until_ms', '<=', nowMs)]))
          .returningAll()
          .executeTakeFirst()
        return row && evidenceOf(row)
      })
    },
    async renew(id, holder, untilMs, percent) {
      const { numUpdatedRows } = await db
        .updateTable('evidence_packages')
        .set({ lease_until_ms: untilMs, percent })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .where('state', '=', 'making')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async release(id, holder) {
      await db
        .updateTable('evidence_packages')
        .set({ state: 'waiting', percent: 0, holder: null, lease_until_ms: null })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .where('state', '=', 'making')
        .execute()
    },
    async finish(id, holder, result, step) {
      return await db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('evidence_packages')
          .set({
            state: result.state,
            failure: result.state === 'failed' ? result.failure : '',
            bytes: result.state === 'ready' ? result.bytes : 0,
            percent: result.state === 'ready' ? 100 : 0,
            holder: null,
            lease_until_ms: null,
          })
          .where('id', '=', id)
          .where('holder', '=', holder)
          .where('state', '=', 'making')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction.insertInto('evidence_custody').values(stepRow(id, step)).execute()
        return true
      })
    },
    async markReleased(id, step) {
      return await db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('evidence_packages')
          .set({ state: 'released', holder: null, lease_until_ms: null })
          .where('id', '=', id)
          .where('state', '!=', 'released')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction.insertInto('evidence_custody').values(stepRow(id, step)).execute()
        return true
      })
    },
    async custody(id) {
      const rows = await db
        .selectFrom('evidence_custody')
        .selectAll()
        .where('package_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map(({ time_s, user_name, address, act, link, channel }) => ({
        timeS: time_s,
        userName: user_name,
        address,
        act,
        link,
        channel,
      }))
    },
    async lastTimeOf(id, { userName, address, act, link, channel }) {
      const row = await db
        .selectFrom('evidence_custody')
        .select('time_s')
        .where('package_id', '=', id)
        .where('user_name', '=', userName)
        .where('address', '=', address)
        .where('act', '=', act)
        .where('link', '=', link)
        .where('channel', '=', channel)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.time_s
    },
    async addStep(id, step) {
      await db.insertInto('evidence_custody').values(stepRow(id, step)).execute()
    },
  }
}

function rowOf(order: EvidenceOrder): PackageRow {
  return {
    id: order.id,
    device_key: order.deviceKey,
    device_id: order.deviceId,
    channels: order.channels.reduce((bits, channel) => bits | (1 << (channel - 1)), 0),
    start_ms: order.startMs,
    end_ms: order.endMs,
    reason: order.reason,
    user_name: order.userName,
    requested_s: order.requestedS,
    track: order.withTrack ? 1 : 0,
    state: 'waiting',
    failure: '',
    percent: 0,
    bytes: 0,
    holder: null,
    lease_until_ms: null,
  }
}

function evidenceOf(row: PackageRow): StoredEvidence {
  return {
    id: row.id,
    deviceKey: row.device_key,
    deviceId: row.device_id,
    channels: maskChannels(row.channels, 16),
    startMs: row.start_ms,
    endMs: row.end_ms,
    reason: row.reason,
    userName: row.user_name,
    requestedS: row.requested_s,
    withTrack: row.track === 1,
    state: row.state === 'released' ? 'failed' : row.state,
    failure: row.failure === '' ? null : row.failure,
    percent: row.percent,
    bytes: row.bytes,
  }
}
