import { type Generated, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { Talk, TalkKind, TalkQuery } from './talk-log.types.ts'

interface TalkRow {
  kind: TalkKind
  user_id: number
  user_name: string
  address: string
  device_ids: string
  begin_ms: number
  end_ms: number | null
  update_ms: number
  result: string
  path: string
  has_operator: number
  has_device: number
}

interface Tables {
  talks: TalkRow & { id: Generated<number> }
}

export type TalkEnd = Pick<Talk, 'updateMs' | 'result' | 'path' | 'hasOperator' | 'hasDevice'> & {
  readonly endMs: number
}

/** The table of talks. */
export interface TalkStore {
  /** Answers its number. */
  add(
    talk: Pick<Talk, 'kind' | 'user' | 'address' | 'deviceIds' | 'beginMs' | 'path'> & { userId: number },
  ): Promise<number>
  end(serialNo: number, end: TalkEnd): Promise<void>
  find(query: TalkQuery): Promise<readonly Talk[]>
  get(serialNo: number): Promise<(Talk & { readonly userId: number }) | null>
  /** Those without an end: the server was killed. */
  open(): Promise<readonly Talk[]>
  /** Removes at most `limit` that began before a time; answers them. */
  removeBefore(beforeMs: number, limit: number): Promise<readonly Talk[]>
}

export function createTalkStore(database: Database): TalkStore {
  const db = database.tables<Tables>()
  return {
    async add({ userId, kind, user, address, deviceIds, beginMs, path }) {
      const row: TalkRow = {
        kind,
        user_id: userId,
        user_name: user,
        address,
        device_ids: deviceIds.join(','),
        path,
        begin_ms: beginMs,
        end_ms: null,
        update_ms: beginMs,
        result: '',
        has_operator: 0,
        has_device: 0,
      }
      const added = await db.insertInto('talks').values(row).returning('id').executeTakeFirstOrThrow()
      return added.id
    },
    async end(serialNo, { endMs, updateMs, result, path, hasOperator, hasDevice }) {
      const sides = { has_operator: hasOperator ? 1 : 0, has_device: hasDevice ? 1 : 0 }
      await db
        .updateTable('talks')
        .set({ end_ms: endMs, update_ms: updateMs, result, path, ...sides })
        .where('id', '=', serialNo)
        .execute()
    },
    async find({ fromMs, toMs, userId, user, deviceId, offset, limit }) {
      let rows = db.selectFrom('talks').selectAll().where('begin_ms', '>=', fromMs).where('begin_ms', '<', toMs)
      if (userId !== null) rows = rows.where('user_id', '=', userId)
      if (user !== '') rows = rows.where(sql`lower(user_name)`, 'like', sql`lower(${part(user)})`)
      if (deviceId !== '') rows = rows.where(sql`lower(device_ids)`, 'like', sql`lower(${part(deviceId)})`)
      return (await rows.orderBy('begin_ms', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()).map(
        talkOf,
      )
    },
    async get(serialNo) {
      const row = await db.selectFrom('talks').selectAll().where('id', '=', serialNo).executeTakeFirst()
      return row === undefined ? null : { ...talkOf(row), userId: row.user_id }
    },
    async open() {
      return (await db.selectFrom('talks').selectAll().where('end_ms', 'is', null).execute()).map(talkOf)
    },
    async removeBefore(beforeMs, limit) {
      const old = db.selectFrom('talks').select('id').where('begin_ms', '<', beforeMs).limit(limit)
      return (await db.deleteFrom('talks').where('id', 'in', old).returningAll().execute()).map(talkOf)
    },
  }
}

/**
 * Anywhere in the text. The wild cards of a pattern stand for any letter here, so that nothing is to be escaped. Both sides of the
 * comparison go through `lower`: PostgreSQL distinguishes capitals from small letters and SQLite does not.
 */
function part(text: string): string {
  return `%${text.replaceAll('%', '_')}%`
}

function talkOf(row: TalkRow & { id: number }): Talk {
  return {
    serialNo: row.id,
    kind: row.kind,
    user: row.user_name,
    address: row.address,
    deviceIds: row.device_ids === '' ? [] : row.device_ids.split(','),
    beginMs: row.begin_ms,
    endMs: row.end_ms,
    updateMs: row.update_ms,
    result: row.result,
    path: row.path,
    hasOperator: row.has_operator === 1,
    hasDevice: row.has_device === 1,
  }
}
