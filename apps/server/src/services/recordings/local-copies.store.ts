// Belongs here: which files on disk are copies of what is in the bucket, for those who find files without a row. Does not: deleting them
// (services/media-uploads).
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { onSlot } from '../../platform/media-store/index.ts'

interface Tables {
  local_copies: { path: string; device_key: number; start_ms: number }
}

/** Left out: of all. The slot '' is the media folder. */
export interface PathsOf {
  readonly deviceKey?: number | undefined
  readonly slot?: string | undefined
}

export interface LocalCopies {
  /** Of recordings that begin at or after a time: after a move there are as many as recordings. */
  since(fromMs: number, which: PathsOf): Promise<string[]>
  has(path: string): Promise<boolean>
}

export function openLocalCopies(database: Database): LocalCopies {
  const db = database.tables<Tables>()
  return {
    async since(fromMs, { deviceKey, slot }) {
      let query = db.selectFrom('local_copies').select('path').where('start_ms', '>=', fromMs)
      if (deviceKey !== undefined) query = query.where('device_key', '=', deviceKey)
      if (slot === '') query = query.where('path', 'not like', '@%')
      else if (slot !== undefined) query = query.where(beginsWith(`${onSlot(slot, '')}/`))
      return (await query.execute()).map(({ path }) => path)
    },
    async has(path) {
      const query = db.selectFrom('local_copies').select('path').where('path', '=', path)
      return (await query.executeTakeFirst()) !== undefined
    },
  }
}

const beginsWith = (text: string) => sql<SqlBool>`substr(path, 1, ${sql.lit(text.length)}) = ${text}`
