import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { type S3Server, startS3Server } from '../../../test/s3/s3-server.ts'
import { createLog } from '../../platform/log/index.ts'
import { BucketError, type MediaBucket, openBucket } from '../../platform/media-store/index.ts'
import { BucketClaim, type BucketClaimDeps } from './bucket-claim.ts'
import { type BucketSiteStore, createBucketSiteStore } from './bucket-site.store.ts'

const MINUTE_MS = 60_000
const FOREIGN = { code: 'bucket-foreign' }
const UNMARKED = { code: 'bucket-unmarked' }

onBothDatabases('the mark of a site in a bucket', (databases) => {
  let server: S3Server
  let clock: ManualClock
  let files: MediaBucket['files']
  let site = 0
  const stores: BucketSiteStore[] = []
  const taken: string[] = []

  beforeAll(async () => {
    server = await startS3Server()
    clock = createManualClock(Date.UTC(2026, 8, 1))
    for (let made = 0; made < 2; made++) stores.push(createBucketSiteStore(await databases.open()))
  })
  afterAll(async () => {
    files.close()
    await server.close()
  })
  beforeEach(async () => {
    taken.length = 0
    site += 1
    files = await openBucket({ ...server.connection, prefix: `site-${site}/` })
  })

  function claimOf(which: number, over: Partial<Pick<BucketClaimDeps, 'take' | 'store' | 'files' | 'log'>> = {}) {
    const store = over.store ?? stores[which]
    if (store === undefined) throw new Error('there is no such site')
    const beforeTake = async () => void taken.push(`site ${which}`)
    return new BucketClaim({ clock, log: createLog('silent'), store, files, take: '', beforeTake, ...over })
  }

  const failing = (writeMark: BucketClaimDeps['files']['writeMark']): BucketClaimDeps['files'] => ({
    readMark: () => files.readMark(),
    isEmpty: () => files.isEmpty(),
    describe: (path) => files.describe(path),
    writeMark,
  })

  async function markedClaim(): Promise<string> {
    return (JSON.parse((await files.readMark())?.text ?? '{}') as { claim: string }).claim
  }

  it('is written into an empty place, and by one of two that begin at the same time', async () => {
    const both = await Promise.allSettled([claimOf(0).check(), claimOf(1).check()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: FOREIGN })
    const winner = both.findIndex(({ status }) => status === 'fulfilled')
    await claimOf(winner).check()
    await expect(claimOf(1 - winner).check()).rejects.toMatchObject(FOREIGN)
    expect(taken).toEqual([])
  })

  it('is not written where something lies, or where rows say that files should lie, until its address is named', async () => {
    await files.put('van/20260901/1/1000.mp4', Buffer.from('of another'))
    await expect(claimOf(0).check()).rejects.toMatchObject(UNMARKED)
    await expect(claimOf(0, { take: 's3://recordings/site' }).check()).rejects.toMatchObject(UNMARKED)
    expect(await files.readMark()).toBeNull()
    await claimOf(0, { take: `s3://recordings/site-${site}` }).check()
    expect(taken).toEqual(['site 0'])

    files = await openBucket({ ...server.connection, prefix: `site-${site}-b/` })
    const store = { ...(stores[0] as BucketSiteStore), hasFilesInBucket: async () => true }
    await expect(claimOf(0, { store }).check()).rejects.toMatchObject(UNMARKED)
    await claimOf(0, { store, take: `s3://recordings/site-${site}-b/` }).check()
    expect(taken).toEqual(['site 0'])
  })

  it('is renewed while a server runs, so that a copy of its database is another one', async () => {
    await claimOf(0).check()
    const old = await (stores[0] as BucketSiteStore).read()
    const running = claimOf(0)
    await running.check()
    const copy = claimOf(1, { store: { ...(stores[0] as BucketSiteStore), read: async () => old } })
    await expect(copy.check()).rejects.toMatchObject(FOREIGN)
    const before = await markedClaim()
    await running.check()
    expect(await markedClaim()).toBe(before)
    clock.advance(6 * MINUTE_MS)
    await running.check()
    expect(await markedClaim()).not.toBe(before)
  })

  it('is known after an end between the mark and the row, and after an answer that was lost', async () => {
    await claimOf(0).check()
    const store = { ...(stores[0] as BucketSiteStore), confirm: () => Promise.reject(new Error('killed')) }
    await expect(claimOf(0, { store }).check()).rejects.toThrow('killed')
    await claimOf(0).check()
    const lossy = failing(async (text, etag) => {
      await files.writeMark(text, etag)
      throw new Error('no answer')
    })
    await expect(claimOf(0, { files: lossy }).check()).rejects.toThrow('no answer')
    const silent = failing(() => Promise.reject(new Error('not sent')))
    await expect(claimOf(0, { files: silent }).check()).rejects.toThrow('not sent')
    await claimOf(0).check()
  })

  it('is that of this site also while the store is full or may not be written, so that old files can be deleted there', async () => {
    await claimOf(0).check()
    const lines: string[] = []
    const log = createLog('warn', { write: (line: string) => void lines.push(line) })
    for (const problem of ['bucket-full', 'bucket-forbidden'] as const) {
      const unwritable = failing(() => Promise.reject(new BucketError(problem, 'status 507')))
      const claim = claimOf(0, { files: unwritable, log })
      await claim.check()
      clock.advance(6 * MINUTE_MS)
      await claim.check()
    }
    expect(lines.filter((line) => line.includes('cannot be renewed'))).toHaveLength(2)
    await claimOf(0).check()
  })

  it('is not that of a copy of the folder that was made while the store was away', async () => {
    await claimOf(0).check()
    const silent = failing(() => Promise.reject(new BucketError('bucket-unreachable', '')))
    await expect(claimOf(0, { files: silent }).check()).rejects.toMatchObject({ code: 'bucket-unreachable' })
    const copied = await (stores[0] as BucketSiteStore).read()
    const running = claimOf(0)
    await running.check()
    const copy = claimOf(1, { store: { ...(stores[1] as BucketSiteStore), read: async () => copied } })
    await expect(copy.check()).rejects.toMatchObject(FOREIGN)
    await running.check()
  })

  it('is taken from another site when it is named and nobody renews it for twelve minutes', async () => {
    const running = claimOf(0)
    await running.check()
    const taking = claimOf(1, { take: await markedClaim() })
    for (let minute = 0; minute < 20; minute++) {
      await running.check()
      await expect(taking.check()).rejects.toMatchObject(FOREIGN)
      clock.advance(MINUTE_MS)
    }
    expect(taking.isTaking).toBe(false)
    const next = claimOf(1, { take: await markedClaim() })
    await expect(next.check()).rejects.toMatchObject(FOREIGN)
    // The store was away, for the owner too.
    clock.advance(30 * MINUTE_MS)
    for (let minute = 0; minute < 12; minute++) {
      await expect(next.check()).rejects.toMatchObject(FOREIGN)
      expect(next.isTaking).toBe(true)
      clock.advance(MINUTE_MS)
    }
    expect(taken).toEqual([])
    await next.check()
    expect(taken).toEqual(['site 1'])
    await expect(running.check()).rejects.toMatchObject(FOREIGN)
  })
})
