import type { Database } from '../../platform/database/index.ts'

/** A link as it is stored. */
export interface StoredShare {
  /** 16 hex digits. */
  readonly id: string
  readonly packageId: string
  /** Empty: no password. */
  readonly passwordHash: string
  readonly name: string
  readonly userId: number
  readonly userName: string
  /** Unix seconds. */
  readonly madeS: number
  readonly expiresS: number
}

interface Tables {
  evidence_shares: {
    id: string
    package_id: string
    token_hash: string
    password_hash: string
    name: string
    user_id: number
    user_name: string
    made_s: number
    expires_s: number
  }
}

/** A link that was revoked or has expired is not there; what was done by it is in the chain of custody. Times are unix seconds. */
export interface ShareStore {
  find(tokenHash: string, nowS: number): Promise<StoredShare | undefined>
  one(id: string, nowS: number): Promise<StoredShare | undefined>
  /** Of a package, the newest first. */
  of(packageId: string, nowS: number): Promise<StoredShare[]>
  /** Removes those that have expired, of all packages. */
  add(share: StoredShare, tokenHash: string): Promise<void>
  /** `false`: it was not there. */
  remove(id: string): Promise<boolean>
}

export function createShareStore(database: Database): ShareStore {
  const db = database.tables<Tables>()
  const open = (nowS: number) => db.selectFrom('evidence_shares').selectAll().where('expires_s', '>', nowS)
  return {
    async find(tokenHash, nowS) {
      const row = await open(nowS).where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && shareOf(row)
    },
    async one(id, nowS) {
      const row = await open(nowS).where('id', '=', id).executeTakeFirst()
      return row && shareOf(row)
    },
    async of(packageId, nowS) {
      const rows = await open(nowS)
        .where('package_id', '=', packageId)
        .orderBy('made_s', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(shareOf)
    },
    async add({ id, packageId, passwordHash, name, userId, userName, madeS, expiresS }, tokenHash) {
      const row = {
        id,
        package_id: packageId,
        token_hash: tokenHash,
        password_hash: passwordHash,
        name,
        user_id: userId,
        user_name: userName,
        made_s: madeS,
        expires_s: expiresS,
      }
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('evidence_shares').where('expires_s', '<=', madeS).execute()
        await transaction.insertInto('evidence_shares').values(row).execute()
      })
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('evidence_shares').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function shareOf(row: Tables['evidence_shares']): StoredShare {
  return {
    id: row.id,
    packageId: row.package_id,
    passwordHash: row.password_hash,
    name: row.name,
    userId: row.user_id,
    userName: row.user_name,
    madeS: row.made_s,
    expiresS: row.expires_s,
  }
}
