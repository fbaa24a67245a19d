// Belongs here: the parts of the recorder put together, their timers and metrics. Does not: what any of them does.
import { mkdir } from 'node:fs/promises'
import { soundOf } from '@fleetglass/contract/device-settings'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { MediaFolder, parseSegmentPath, parseSetAsidePath } from '../../platform/media-store/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Streams } from '../../ports/live-media/index.ts'
import type {
  Clips,
  Cover,
  DiskState,
  Film,
  IndexReport,
  Recorder,
  RecorderTrouble,
  RecordingRoom,
  Recordings,
  Segment,
} from '../../ports/recordings/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import {
  createBackwardReader,
  createRecordingLockStore,
  createRecordingPlayer,
  createRecordingStore,
  createRecordingsFinder,
  FilmCutter,
  IndexKeeper,
  KeptLocks,
  LONGEST_SEGMENT_MS,
  NOTHING_FOUND,
  type RecordingStore,
  type RecordingsFinder,
} from '../../services/recordings/index.ts'
import {
  Cleaner,
  DeviceBytes,
  deleteRecordings,
  type MsRange,
  RetentionHold,
  RoomForecast,
  type SegmentRemoval,
} from '../../services/retention/index.ts'
import { ChannelRecorder } from './channel-recorder.ts'
import { createClips } from './clips.ts'
import { DiskGuard } from './disk-guard.ts'
import { DiskSync } from './disk-sync.ts'
import { GapCover, LEAD_MS } from './gap-cover.ts'
import { RecordedChannels } from './recorded-channels.ts'
import { WriteBudget } from './write-budget.ts'

const CLEAN_PERIOD_MS = 60_000
const TICK_MS = 1_000
const MINUTE_MS = 60_000

export interface RecorderDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly streams: Streams
  /** The media folder; made when it is missing. */
  readonly folder: string
  /** Days recordings are kept where the device does not say; 0: however old they are (REC-16). */
  readonly defaultDays: number
  /** Bytes kept of each device; left out: as many as its days make. */
  readonly deviceLimitBytes?: number
  /** Recordings that are younger than their days may be removed when the disk is full; else recording pauses. */
  readonly overwriteEarly?: boolean
  /** Makes the whole index again from the folder before anything is recorded. */
  readonly rebuildIndex?: boolean
}

/**
 * Starts recording. The index is completed from the folder in the background; `indexed` resolves when that is done.
 * Rejects when the media folder cannot be made, or the index not be made again.
 */
export async function createRecorder(deps: RecorderDeps): Promise<Recorder> {
  await mkdir(deps.folder, { recursive: true })
  const recorder = new RunningRecorder(deps)
  await recorder.start()
  return recorder
}

class RunningRecorder implements Recorder {
  readonly recordings: Recordings
  readonly clips: Clips
  indexed: Promise<IndexReport> = Promise.resolve(NOTHING_FOUND)
  readonly #deps: RecorderDeps
  readonly #folder: MediaFolder
  readonly #budget = new WriteBudget()
  readonly #disk: DiskGuard
  readonly #sync: DiskSync
  readonly #channels: RecordedChannels
  readonly #index: IndexKeeper
  readonly #store: RecordingStore
  readonly #hold: RetentionHold
  readonly #cleaner: Cleaner
  readonly #finder: RecordingsFinder
  readonly locks: KeptLocks
  readonly #room: RoomForecast
  readonly #deviceBytes: DeviceBytes
  readonly #cutter: FilmCutter
  readonly #removal: SegmentRemoval
  readonly #dropped: { inc(labels: { reason: string }, by: number): void }
  #timers: { cancel(): void }[] = []
  #closed: Promise<void> | null = null
  #listener: (trouble: RecorderTrouble) => void = () => undefined

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    const { clock, registry, fleet, streams, metrics, defaultDays } = deps
    const log = deps.log.child({ part: 'recorder' })
    const folder = new MediaFolder(deps.folder)
    const store = createRecordingStore(deps.database)
    this.#folder = folder
    this.#dropped = metrics.counter('fleetglass_recorder_frames_dropped_total', 'Frames not recorded', ['reason'])
    const onChange = (state: DiskState): void => this.#diskChanged(state)
    this.#disk = new DiskGuard({ clock, log, folder: deps.folder, onChange })
    const make = (device: RegisteredDevice, channel: number, onRecording: () => void): ChannelRecorder =>
      this.#record(device, channel, onRecording)
    this.#channels = new RecordedChannels({ registry, fleet, streams, make })
    this.#sync = new DiskSync(clock, () => this.#channels.openFiles())
    const isWriting = (path: string): boolean => this.#channels.isWriting(path)
    this.#index = new IndexKeeper({ store, folder, registry, log, isWriting })
    this.locks = new KeptLocks(createRecordingLockStore(deps.database))
    this.#deviceBytes = new DeviceBytes(clock, store)
    const onRemoved = (segments: readonly Segment[]): void => {
      this.#index.removed(segments)
      this.#deviceBytes.removed(segments)
    }
    this.#removal = { folder, store, onRemoved, isLocked: (segment) => this.locks.holds(segment) }
    this.#room = new RoomForecast({
      clock,
      store,
      registry,
      defaultDays,
      overwriteEarly: deps.overwriteEarly === true,
      disk: () => this.#disk,
      usedBytes: () => this.#index.usedBytes,
    })
    this.#store = store
    this.#hold = new RetentionHold({ clock, log, folder, registry })
    this.#cleaner = new Cleaner({
      clock,
      log,
      registry,
      defaultDays,
      hold: this.#hold,
      mayBeLocked: (path) => this.#mayBeLocked(path),
      overwriteEarly: deps.overwriteEarly === true,
      writtenBytes: () => this.#budget.writtenBytes,
      onSpaceTaken: (isTaken) => this.#report('space', !isTaken, 'another program fills the disk of the server'),
      ...this.#removal,
      deviceLimitBytes: deps.deviceLimitBytes ?? 0,
      deviceBytes: this.#deviceBytes,
      disk: async () => {
        await this.#disk.look()
        return this.#disk
      },
    })
    this.#finder = createRecordingsFinder({
      store,
      running: (deviceKey) => this.#channels.running(deviceKey),
      unindexed: () => this.#index.unindexed(),
    })
    this.#cutter = new FilmCutter({
      onFailure: (error) => log.error({ err: error }, 'the thread that cuts films ended; the next film starts another'),
    })
    this.clips = createClips({ clock, folder, budget: this.#budget, cutter: this.#cutter })
    const reading = { clock, log, folder, finder: this.#finder }
    this.recordings = {
      ...this.#finder,
      play: createRecordingPlayer(reading),
      backwards: createBackwardReader(reading),
    }
    this.#measure()
  }

  get disk(): DiskState {
    return this.#disk.state
  }

  async start(): Promise<void> {
    const { clock } = this.#deps
    await this.#disk.start()
    await this.locks.load()
    await this.#hold.begin((await this.#store.totals()).files)
    this.indexed = (await this.#index.start({ rebuild: this.#deps.rebuildIndex === true })).completed
    this.#channels.start()
    this.#sync.start()
    this.#timers = [
      clock.every(TICK_MS, () => this.#channels.tick()),
      clock.every(CLEAN_PERIOD_MS, () => {
        void this.#index.retry()
        void this.clean()
      }),
    ]
  }

  clean(): Promise<void> {
    return this.#cleaner.clean()
  }

  get writtenBytes(): number {
    return this.#budget.writtenBytes
  }

  deleteRecordings(deviceKey: number, range: MsRange | null): Promise<number> {
    const { clock, log, registry } = this.#deps
    const deps = {
      log,
      ...this.#removal,
      find: (within: MsRange, limit: number) => this.#finder.find(deviceKey, { ...within, unlocked: true }, limit),
      mayBeLocked: (path: string) => this.#mayBeLocked(path),
      cut: () => this.#channels.cut(deviceKey),
      isWriting: (path: string) => this.#channels.isWriting(path),
      deviceId: registry.byKey(deviceKey)?.deviceId,
      nowMs: clock.nowMs(),
    }
    return deleteRecordings(deps, range)
  }

  /** By its name: a file is at most so long. */
  #mayBeLocked(path: string): boolean {
    const name = parseSegmentPath(path) ?? parseSetAsidePath(path)
    if (name === null) return true
    const { channel, minuteMs: startMs } = name
    const deviceKey = this.#deps.registry.byId(name.deviceId)?.key
    if (deviceKey === undefined) return false
    return this.locks.holds({ deviceKey, channel, startMs, endMs: startMs + MINUTE_MS + LONGEST_SEGMENT_MS })
  }

  room(): Promise<RecordingRoom> {
    return this.#room.ask()
  }

  async cover(deviceKey: number, channel: number, range: MsRange): Promise<Cover | null> {
    const device = this.#deps.registry.byKey(deviceKey)
    if (device === undefined) return null
    const there = await this.#finder.find(deviceKey, { ...range, startMs: range.startMs - LEAD_MS, channel })
    const growingMs = this.#channels.growingSinceMs({ deviceId: device.deviceId, channel })
    // What the camera sends now goes on being recorded while the past is covered.
    const growing = growingMs === null ? [] : [{ startMs: growingMs, endMs: Number.POSITIVE_INFINITY }]
    const recorder = this.#channels.cover(device, channel)
    if (recorder === null) return null
    return new GapCover(range, [...there, ...growing], recorder, () => this.#channels.uncover(recorder))
  }

  async cut(...[deviceKey, channel, range, onProgress]: Parameters<Recorder['cut']>): Promise<Film | null> {
    const segments = await this.#finder.find(deviceKey, { ...range, channel })
    const files = segments.map(({ path, bytes }) => ({ path: this.#folder.absolute(path), bytes }))
    return await this.#cutter.cut(files, range, onProgress)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    this.#disk.close()
    // Files that close are entered into the index, so that one ends last.
    const parts = [this.#channels, this.#sync, this.#cleaner, this.#cutter]
    await Promise.all(parts.map((part) => part.close()))
    await this.#index.close()
  }

  #record({ deviceId, key }: RegisteredDevice, channel: number, onRecording: () => void): ChannelRecorder {
    return new ChannelRecorder({
      clock: this.#deps.clock,
      folder: this.#folder,
      budget: this.#budget,
      deviceId,
      deviceKey: key,
      channel,
      onRecording,
      recordsSound: () => {
        const device = this.#deps.registry.byKey(key)
        return device === undefined || soundOf(device, channel).recorded
      },
      onClosed: (segment) => {
        this.#deviceBytes.added(segment)
        return this.#index.fileClosed(segment)
      },
      onDropped: (reason, frames) => this.#dropped.inc({ reason }, frames),
      onWriteFailed: (error) => this.#disk.writeFailed(error),
    })
  }

  onTrouble(listener: (trouble: RecorderTrouble) => void): void {
    this.#listener = listener
    if (this.disk.kind === 'stopped') this.#diskChanged(this.disk)
  }

  #report(kind: RecorderTrouble['kind'], isOver: boolean, reason: string): void {
    const devices = [...this.#deps.registry.all()].filter(({ recenable }) => recenable > 0)
    this.#listener({ kind, isOver, reason, devices })
  }

  #diskChanged(state: DiskState): void {
    const isStopped = state.kind === 'stopped'
    this.#channels.disk(!isStopped)
    const isFull = isStopped && state.reason === 'full'
    this.#report('disk', !isStopped, `the server does not record: its disk ${isFull ? 'is full' : 'takes no data'}`)
    if (isStopped) void this.clean()
  }

  #measure(): void {
    const measured = (name: string, help: string, read: () => number): void =>
      this.#deps.metrics.measured(`fleetglass_${name}`, help, read)
    measured('recorder_channels', 'Channels that are being recorded', () => this.#channels.count)
    measured('recorder_queue_bytes', 'Bytes that wait for the disk', () => this.#budget.usedBytes)
    measured(
      'recorder_sync_seconds',
      'How long it took to force all growing files to the disk, last time',
      () => this.#sync.lastRoundMs / 1000,
    )
    measured('recorder_stopped', '1 while nothing is recorded because of the disk', () =>
      this.disk.kind === 'stopped' ? 1 : 0,
    )
    measured('recorder_removal_held', '1 while no recording is removed because the index was lost or is new', () =>
      this.#hold.reason === null ? 0 : 1,
    )
    measured('disk_free_bytes', 'Free bytes of the disk with the media folder', () => this.#disk.freeBytes)
    measured('recordings_bytes', 'Bytes of all closed recordings', () => this.#index.usedBytes)
  }
}
