// Belongs here: whether the place in the bucket may be filled by this move. Does not: what a mark is (services/media-uploads).
import type { Clock } from '../../platform/clock/index.ts'
import type { Database, SqliteSource } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { type BucketConnection, BucketError, openBucket } from '../../platform/media-store/index.ts'
import { BucketClaim, type BucketSite, createBucketSiteStore, isMarkOf } from '../media-uploads/index.ts'

/** The table of the site and its claim: a server that runs changes it all the time, so that it is moved and not compared. */
export const BUCKET_SITE = 'bucket_site'

const OF_SITE: ReadonlySet<string> = new Set(['bucket-unmarked', 'bucket-foreign'])
const NOT_OURS =
  'The place of --media has the mark of another site, or files without a mark. No file was sent. Choose an empty place, or the one that this data folder used before.'

export interface ClaimPlaceDeps {
  readonly clock: Clock
  readonly log: Log
  readonly source: SqliteSource
  /** `null`: only files are moved. */
  readonly database: Database | null
  readonly connection: BucketConnection
}

/**
 * Before the first row is copied: nobody waits an hour for a refusal. Throws `StartError` when the place has the mark of another site than the
 * source, or files without a mark.
 */
export async function checkPlace({ source, connection }: Pick<ClaimPlaceDeps, 'source' | 'connection'>): Promise<void> {
  await inPlace(connection, async (files) => {
    const mark = await files.readMark()
    if (mark === null ? await files.isEmpty() : isMarkOf(siteOf(source), mark.text)) return
    throw new BucketError(mark === null ? 'bucket-unmarked' : 'bucket-foreign', '')
  })
}

/**
 * Marks the place as that of the database that is filled, which the server of that database then finds. Where only files are moved there
 * is none to mark it for, and the server needs `--take-bucket`. Throws `StartError` when the place is of another site.
 */
export async function claimPlace({ clock, log, source, database, connection }: ClaimPlaceDeps): Promise<void> {
  await inPlace(connection, async (files) => {
    if (database !== null) {
      const store = createBucketSiteStore(database)
      await new BucketClaim({ clock, log, store, files, take: '', beforeTake: async () => undefined }).check()
      return
    }
    const mark = await files.readMark()
    if (mark !== null && !isMarkOf(siteOf(source), mark.text)) throw new BucketError('bucket-foreign', '')
  })
}

type Bucket = Awaited<ReturnType<typeof openBucket>>

async function inPlace(connection: BucketConnection, work: (files: Bucket) => Promise<void>): Promise<void> {
  const files = await openBucket(connection)
  try {
    await work(files)
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    // What the error says is for a server: it names options that a move does not have.
    throw new StartError(
      OF_SITE.has(error.code)
        ? NOT_OURS
        : `${error.message}. Then run the same command again: it goes on where it was.`,
    )
  } finally {
    files.close()
  }
}

function siteOf(source: SqliteSource): BucketSite {
  const table = source.tables().find(({ name }) => name === BUCKET_SITE)
  const [row = []] = table === undefined ? [] : source.page(table, null, { rows: 1, bytes: 1 }).rows
  const text = (column: string): string => String(row[table?.columns.indexOf(column) ?? -1] ?? '')
  return { site: text('site'), claim: text('claim'), nextClaim: text('next_claim') }
}
