// Belongs here: finding, reading, cutting and locking put together. Does not: the index (index-keeper.ts), what is removed
// (services/retention).
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { MediaFolder, MediaSlots, MediaStore } from '../../platform/media-store/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { ThreadSource } from '../../platform/worker/index.ts'
import type { RunningRecordings } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { ClipCutter } from './clip-cutter.ts'
import { type IndexedBucket, IndexKeeper } from './index-keeper.ts'
import { createRecordingStore, type RecordingStore } from './recording.store.ts'
import { createBackwardReader } from './recording-groups.ts'
import { createRecordingLockStore } from './recording-lock.store.ts'
import { StoredLocks } from './recording-locks.ts'
import { createRecordingPlayer } from './recording-player.ts'
import type { RecordingCuts, Recordings } from './recordings.types.ts'
import { createRecordingsFinder, type RecordingsFinder } from './recordings-finder.ts'

export interface RecordingIndexDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  readonly registry: DeviceRegistry
  readonly folder: MediaFolder
  /** Left out: there are none but the folder. */
  readonly slots?: Pick<MediaSlots, 'onChange'>
  /** Left out: there is none. */
  readonly bucket?: IndexedBucket | undefined
}

/** The index of closed files, and what keeps it equal to the folder. */
export interface RecordingIndex {
  readonly store: RecordingStore
  readonly keeper: IndexKeeper
  close(): Promise<void>
}

export function createRecordingIndex(deps: RecordingIndexDeps): RecordingIndex {
  const { clock, registry, folder, slots, bucket, database, metrics } = deps
  const log = deps.log.child({ part: 'recordings' })
  const store = createRecordingStore(database)
  const keeper = new IndexKeeper({ clock, store, folder, slots, bucket, registry, log })
  metrics.measured('fleetglass_recordings_bytes', 'Bytes of all closed recordings', () => keeper.usedBytes)
  return { store, keeper, close: () => keeper.close() }
}

export interface RecordingReaderDeps {
  readonly clock: Clock
  readonly log: Log
  readonly threads: ThreadSource
  readonly database: Database
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  readonly media: MediaStore
  readonly index: RecordingIndex
  readonly running: RunningRecordings
}

/** Recordings, for the users who may see them. */
export interface RecordingReader {
  readonly recordings: Recordings
  readonly finder: RecordingsFinder
  readonly locks: StoredLocks
  readonly cuts: RecordingCuts
  close(): Promise<void>
}

export async function createRecordingReader(deps: RecordingReaderDeps): Promise<RecordingReader> {
  const { clock, media, index, running, database, registry } = deps
  const log = deps.log.child({ part: 'recordings' })
  const finder = createRecordingsFinder({
    store: index.store,
    running,
    deviceIdOf: (key) => registry.byKey(key)?.deviceId,
    unindexed: () => index.keeper.unindexed(),
  })
  const reading = { clock, log, store: media, running, finder }
  const cutter = new ClipCutter({
    store: media,
    threads: deps.threads,
    onFailure: (error) =>
      log.error({ err: error }, 'the thread that cuts MP4 files ended; the next file starts another one'),
  })
  const locks = new StoredLocks(createRecordingLockStore(database))
  await locks.load()
  return {
    recordings: {
      ...finder,
      play: createRecordingPlayer(reading),
      backwards: createBackwardReader(reading),
    },
    finder,
    locks,
    cuts: {
      async cut(deviceKey, channel, range, onProgress) {
        const segments = await finder.find(deviceKey, { ...range, channel })
        return await cutter.cut(segments, range, onProgress)
      },
      cutFiles: (files, range) => cutter.cut(files, range, () => undefined),
    },
    close: () => cutter.close(),
  }
}
