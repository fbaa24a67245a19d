import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { writeMigratedDatabase } from '../../../test/databases/migrated-database.ts'
import { registeredDevice } from '../../../test/devices/registered-device.ts'
import { type Clock, systemClock } from '../../platform/clock/index.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import { createLog } from '../../platform/log/index.ts'
import {
  BUCKET_SLOT,
  BucketError,
  isInBucket,
  MediaFolder,
  onSlot,
  splitSlot,
} from '../../platform/media-store/index.ts'
import { parseSegmentPath, segmentPath } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { rebuildIndex } from './index-rebuild.ts'
import { createRecordingStore, type RecordingStore } from './recording.store.ts'
import { segmentLabel } from './segment-label.ts'

const START_MS = Date.UTC(2026, 8, 1, 10)
const MINUTE_MS = 60_000
const van = registeredDevice({ deviceId: 'van' })

/** A folder with another one beside it as its bucket, which fails as a test wants. */
class FolderWithBucket extends MediaFolder {
  failures = 0
  opened = 0
  mostOpened = 0
  readonly #bucket: MediaFolder

  constructor(root: string, bucket: string) {
    super(root)
    this.#bucket = new MediaFolder(bucket)
  }

  override slots(): readonly string[] {
    return ['', BUCKET_SLOT]
  }

  override async list(path: string): Promise<string[]> {
    if (!isInBucket(path)) return await super.list(path)
    this.#fail(path)
    return await this.#bucket.list(splitSlot(path).below)
  }

  override async open(path: string) {
    if (!isInBucket(path)) return await super.open(path)
    this.#fail(path)
    this.opened += 1
    this.mostOpened = Math.max(this.mostOpened, this.opened)
    const file = await this.#bucket.open(splitSlot(path).below)
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    this.opened -= 1
    const startMs = parseSegmentPath(path)?.minuteMs ?? 0
    const described = { startMs, endMs: startMs + MINUTE_MS, bytes: 1, firstKeyFrameOffset: 0 }
    return { ...file, label: segmentLabel(described) }
  }

  #fail(path: string): void {
    if (path === onSlot(BUCKET_SLOT, '') || this.failures === 0) return
    this.failures -= 1
    throw new BucketError('bucket-failing', 'status 503')
  }
}

describe('an index that is made again from a bucket', () => {
  let root: string
  let database: Database
  let store: RecordingStore
  let folder: FolderWithBucket
  let pauses: number[]
  let waited: number

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'fleetglass-rebuild-'))
    const location = join(root, 'index.sqlite')
    await writeMigratedDatabase(location)
    const onFailure = (error: Error): never => {
      throw error
    }
    database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    store = createRecordingStore(database)
    for (const name of ['media', 'bucket']) mkdirSync(join(root, name))
    folder = new FolderWithBucket(join(root, 'media'), join(root, 'bucket'))
    pauses = []
    waited = 0
    for (let minute = 0; minute < 40; minute++) {
      const file = join(root, 'bucket', segmentPath('van', 1, START_MS + minute * MINUTE_MS, 1))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'x')
    }
  })
  afterEach(async () => {
    await database.close()
    rmSync(root, { recursive: true, force: true })
  })

  /** Pauses are over at once. */
  const hurried: Clock = {
    ...systemClock,
    after(ms, callback) {
      pauses.push(ms)
      return systemClock.after(0, callback)
    },
  }

  async function untilUsable(): Promise<void> {
    waited += 1
  }

  function rebuild() {
    const registry = { byId: (id: string) => (id === 'van' ? van : undefined) } as unknown as DeviceRegistry
    return rebuildIndex({
      store,
      folder,
      registry,
      log: createLog('silent'),
      signal: new AbortController().signal,
      skips: async () => false,
      closedMeanwhile: () => [],
      patience: { clock: hurried, untilUsable },
    })
  }

  it('has all that is there, also when requests failed in between', async () => {
    folder.failures = 6
    expect(await rebuild()).toMatchObject({ added: 40, unreadable: 0 })
    expect((await store.totals()).files).toBe(40)
    // After each pause, and before the new index takes the place of the old one.
    expect(waited).toBe(7)
    expect(pauses.length).toBe(6)
  })

  it('stays as it was when the bucket does not come back', async () => {
    const path = onSlot(BUCKET_SLOT, segmentPath('van', 1, START_MS - MINUTE_MS, 1))
    const row = { deviceKey: 1, channel: 1, startMs: START_MS - MINUTE_MS, endMs: START_MS, bytes: 1, path }
    await store.add([{ ...row, firstKeyFrameOffset: 0 }])
    folder.failures = Number.POSITIVE_INFINITY
    const failure = await rebuild().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect(String(failure)).toContain('The media store answers with errors')
    expect((await store.after(null, 10)).map((segment) => segment.path)).toEqual([path])
  })

  it('takes sixteen labels at a time, and no more', async () => {
    await rebuild()
    expect(folder.mostOpened).toBe(16)
  })
})
