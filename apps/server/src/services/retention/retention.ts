// Belongs here: the ways in which recordings are removed put together. Does not: what any of them does.
import { isRecorded } from '@fleetglass/contract/devices'
import type { Clock } from '../../platform/clock/index.ts'
import { SteadyTime } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { BUCKET_SLOT, type MediaStore } from '../../platform/media-store/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type {
  RecordedRange,
  RecordingDisk,
  RecordingTrouble,
  RunningRecordings,
  Segment,
} from '../../ports/recordings/index.ts'
import { parseSegmentPath, parseSetAsidePath } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { LONGEST_SEGMENT_MS, type RecordingIndex, type RecordingReader } from '../recordings/index.ts'
import { deleteRecordings } from './deletion.ts'
import { DeviceBytes } from './device-bytes.ts'
import { DiskSpace } from './disk-space.ts'
import { Expiry } from './expiry.ts'
import type { RecordingSpace, Retention } from './retention.types.ts'
import { RetentionHold } from './retention-hold.ts'
import type { SegmentRemoval } from './segment-removal.ts'
import { SpaceForecast } from './space-forecast.ts'

const PERIOD_MS = 60_000
const MINUTE_MS = 60_000

export interface RetentionDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly media: MediaStore
  readonly index: RecordingIndex
  readonly reader: Pick<RecordingReader, 'finder' | 'locks'>
  readonly running: RunningRecordings
  readonly disk: RecordingDisk
  /** Whether there is a bucket that cannot be used now; left out: there is none. */
  readonly isBucketUnusable?: () => boolean
  /** Days recordings are kept where the device does not say; 0: however old they are (REC-16). */
  readonly defaultDays: () => number
  /** Bytes kept of each device; 0: as many as its days make. */
  readonly deviceLimitBytes: number
  /** Recordings that are younger than their days may be removed when the disk is full; else recording pauses. */
  readonly overwriteEarly: boolean
}

/** What is removed by its age and by the bytes of its device, once for all servers on a database. */
export function recordingJobs(
  expiry: Expiry,
  unlessHeld: (task: () => Promise<void>) => Promise<void>,
): readonly Job[] {
  return [
    {
      name: 'recordings by age',
      schedule: { everyMs: PERIOD_MS },
      needsTrustedTime: true,
      run: (signal) => unlessHeld(() => expiry.removeOld(signal)),
    },
    {
      name: 'recordings by size',
      schedule: { everyMs: PERIOD_MS },
      run: (signal) => unlessHeld(() => expiry.removeAboveLimit(signal)),
    },
  ]
}

/** To be made before rows are made from the folder: it looks whether the index was lost. */
export async function createRetention(deps: RetentionDeps): Promise<Retention> {
  const { clock, media, registry, index, isBucketUnusable = () => false } = deps
  const log = deps.log.child({ part: 'retention' })
  const hold = new RetentionHold({ clock, log, media, registry, isBucketUnusable })
  await hold.begin((await index.store.totals()).files)
  return new RecordingRetention({ ...deps, log }, hold)
}

class RecordingRetention implements Retention {
  readonly jobs: readonly Job[]
  readonly #deps: RetentionDeps
  readonly #hold: RetentionHold
  readonly #expiry: Expiry
  readonly #space: DiskSpace
  readonly #forecast: SpaceForecast
  readonly #removal: SegmentRemoval
  readonly #time: SteadyTime
  #timer: { cancel(): void } | null = null
  readonly #stopping = new AbortController()
  /** One removal at a time: each counts the files that it removed. */
  #removing: Promise<void> = Promise.resolve()
  #freeing: Promise<void> | null = null
  #report: (trouble: RecordingTrouble) => void = () => undefined

  constructor(deps: RetentionDeps, hold: RetentionHold) {
    this.#deps = deps
    this.#hold = hold
    const { clock, log, registry, media, disk, index, reader, defaultDays, overwriteEarly, deviceLimitBytes } = deps
    const { store, keeper } = index
    const deviceBytes = new DeviceBytes({ clock, store, media })
    keeper.onChange(deviceBytes)
    this.#removal = {
      media,
      store,
      onRemoved: (segments) => keeper.removed(segments),
      isLocked: (segment) => reader.locks.holds(segment),
    }
    const common = { ...this.#removal, clock, log, registry, defaultDays }
    this.#expiry = new Expiry({
      ...common,
      deviceLimitBytes,
      deviceBytes,
      mayBeLocked: (path) => this.#mayBeLocked(path),
    })
    this.#space = new DiskSpace({
      ...common,
      overwriteEarly,
      disk,
      onSpaceTaken: (isTaken) => this.#reportSpace(isTaken),
    })
    this.#forecast = new SpaceForecast({
      clock,
      store,
      registry,
      defaultDays,
      overwriteEarly: () => overwriteEarly || disk.isFilledInOrder,
      slots: () => media.slots('writable'),
      leavesDisk: () => media.slots().includes(BUCKET_SLOT),
      disk: () => disk,
      usedBytes: () => keeper.usedBytes,
    })
    this.jobs = recordingJobs(this.#expiry, (task) => this.#unlessHeld(task))
    this.#time = new SteadyTime(clock)
    deps.metrics.measured(
      'fleetglass_recorder_removal_held',
      '1 while no recording is removed because the index was lost or is new',
      () => (hold.reason === null ? 0 : 1),
    )
  }

  start(): void {
    const { clock, disk } = this.#deps
    // The disks are this server's own, so each server makes room on its own.
    this.#timer = clock.every(PERIOD_MS, () => void this.#freeSpace())
    disk.onChange(({ kind }) => {
      if (kind === 'stopped') void this.#freeSpace()
    })
  }

  recordingSpace(): Promise<RecordingSpace> {
    return this.#forecast.ask()
  }

  deleteRecordings(deviceKey: number, range: RecordedRange | null): Promise<number> {
    const { clock, log, registry, reader, running, media, index } = this.#deps
    const deviceId = registry.byKey(deviceKey)?.deviceId
    const deps = {
      log,
      ...this.#removal,
      find: (within: RecordedRange, slots: readonly string[], limit: number): Promise<Segment[]> =>
        reader.finder.find(deviceKey, { ...within, unlocked: true, slots }, limit),
      closedSlots: async () => {
        const writable = media.slots('writable')
        return (await index.store.slots()).filter((slot) => !writable.includes(slot))
      },
      mayBeLocked: (path: string) => this.#mayBeLocked(path),
      cut: async () => (deviceId === undefined ? undefined : await running.closeRunning(deviceId)),
      isWriting: (path: string) => running.isWriting(path),
      deviceId,
      nowMs: clock.nowMs(),
    }
    return deleteRecordings(deps, range)
  }

  onTrouble(listener: (trouble: RecordingTrouble) => void): void {
    this.#report = listener
  }

  async close(): Promise<void> {
    this.#timer?.cancel()
    this.#stopping.abort()
    await this.#freeing
    await this.#removing
  }

  /** Never rejects; a second call waits for the first. */
  #freeSpace(): Promise<void> {
    const isTimeTrusted = this.#time.look()
    this.#freeing ??= this.#unlessHeld(() => this.#freeSpaceNow(isTimeTrusted))
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'old recordings could not be removed'))
      .finally(() => {
        this.#freeing = null
      })
    return this.#freeing
  }

  async #freeSpaceNow(isTimeTrusted: boolean): Promise<void> {
    const { signal } = this.#stopping
    if (await this.#space.isShort()) {
      // On a full disk the scheduler may be unable to store its lease: what goes anyway goes without it.
      if (isTimeTrusted) await this.#expiry.removeOld(signal)
      await this.#expiry.removeAboveLimit(signal)
    }
    await this.#space.make(signal)
  }

  #unlessHeld(task: () => Promise<void>): Promise<void> {
    const removing = this.#removing.then(async () => {
      if ((await this.#hold.look()) === null) await task()
    })
    this.#removing = removing.catch(() => undefined)
    return removing
  }

  /** By its name: a file is at most so long. */
  #mayBeLocked(path: string): boolean {
    const name = parseSegmentPath(path) ?? parseSetAsidePath(path)
    if (name === null) return true
    const { channel, minuteMs: startMs } = name
    const deviceKey = this.#deps.registry.byId(name.deviceId)?.key
    if (deviceKey === undefined) return false
    const endMs = startMs + MINUTE_MS + LONGEST_SEGMENT_MS
    return this.#deps.reader.locks.holds({ deviceKey, channel, startMs, endMs })
  }

  #reportSpace(isTaken: boolean): void {
    this.#report({
      kind: 'space',
      isOver: !isTaken,
      reason: 'another program fills the disk of the server',
      devices: [...this.#deps.registry.all()].filter(isRecorded),
    })
  }
}
