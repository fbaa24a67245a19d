import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/database/index.ts'
import { BUCKET_SLOT } from '../../platform/media-store/index.ts'

export interface BucketSite {
  /** A UUID, made once for a database. */
  readonly site: string
  /** What this database wrote into the mark last; '' before the first time. */
  readonly claim: string
  /** What it may have written since, with blanks between; '' for nothing. */
  readonly nextClaim: string
}

interface Tables {
  bucket_site: { id: number; site: string; claim: string; next_claim: string }
  recordings: { slot: string }
}

export interface BucketSiteStore {
  read(): Promise<BucketSite>
  /** Before the mark is written. */
  begin(nextClaim: string): Promise<void>
  /** The mark was written. */
  confirm(claim: string): Promise<void>
  /** Whether a row says that a file lies in the bucket. */
  hasFilesInBucket(): Promise<boolean>
}

export function createBucketSiteStore(database: Database): BucketSiteStore {
  const db = database.tables<Tables>()
  return {
    async read() {
      const made = { id: 1, site: randomUUID(), claim: '', next_claim: '' }
      await db
        .insertInto('bucket_site')
        .values(made)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const row = await db.selectFrom('bucket_site').selectAll().executeTakeFirstOrThrow()
      return { site: row.site, claim: row.claim, nextClaim: row.next_claim }
    },
    async begin(nextClaim) {
      await db.updateTable('bucket_site').set({ next_claim: nextClaim }).execute()
    },
    async confirm(claim) {
      await db.updateTable('bucket_site').set({ claim, next_claim: '' }).execute()
    },
    async hasFilesInBucket() {
      const query = db.selectFrom('recordings').select('slot').where('slot', '=', BUCKET_SLOT).limit(1)
      return (await query.executeTakeFirst()) !== undefined
    },
  }
}
