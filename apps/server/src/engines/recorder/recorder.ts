// Belongs here: which channels are recorded, and the parts of the recorder put together.
// Does not: files (channel-recorder.ts), deleting (cleaner.ts), reading (recordings-reader.ts).
import { mkdir } from 'node:fs/promises'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Fleet } from '../fleet/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../registry/index.ts'
import type { StreamSubscription, Streams } from '../streams/index.ts'
import { ChannelRecorder, type DropReason } from './channel-recorder.ts'
import { type CleanerDeps, clean } from './cleaner.ts'
import { DiskGuard } from './disk-guard.ts'
import { DiskSync } from './disk-sync.ts'
import { completeIndex } from './index-builder.ts'
import { MediaFolder } from './media-folder.ts'
import type { DiskState, IndexReport, Recorder, Segment } from './recorder.types.ts'
import { createRecordingStore } from './recording.store.ts'
import { createRecordingsReader } from './recordings-reader.ts'
import type { SegmentFile } from './segment-file.ts'

/** Bytes of all files that may wait for the disk: above it every channel drops up to its next key frame. */
const QUEUE_BYTES = 256 * 1024 * 1024
const CLEAN_PERIOD_MS = 60_000
const TICK_MS = 1_000

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
  /** Days recordings are kept where the device does not say. */
  readonly defaultDays: number
}

/**
 * Starts recording. The index is completed from the folder in the background; `indexed` resolves when that is done.
 * Rejects when the media folder cannot be made.
 */
export async function createRecorder(deps: RecorderDeps): Promise<Recorder> {
  await mkdir(deps.folder, { recursive: true })
  const recorder = new RunningRecorder(deps)
  await recorder.start()
  return recorder
}

interface Recorded {
  readonly deviceId: string
  readonly recorder: ChannelRecorder
  readonly subscription: StreamSubscription
}

class RunningRecorder implements Recorder {
  readonly recordings: Recorder['recordings']
  indexed: Promise<IndexReport> = Promise.resolve({ added: 0, repaired: 0, foreign: 0 })
  readonly #deps: RecorderDeps
  readonly #log: Log
  readonly #folder: MediaFolder
  readonly #store: ReturnType<typeof createRecordingStore>
  readonly #disk: DiskGuard
  readonly #sync: DiskSync
  readonly #channels = new Map<string, Recorded>()
  readonly #ending = new Set<Promise<void>>()
  /** Closed files whose row is not written yet: they are found all the same. */
  readonly #unindexed = new Set<Segment>()
  readonly #stopping = new AbortController()
  readonly #dropped: { inc(labels: { reason: string }, by: number): void }
  #subscriptions: { close(): void }[] = []
  #timers: { cancel(): void }[] = []
  #cleaning: Promise<void> | null = null
  #rebuilding: Promise<IndexReport> | null = null
  #usedBytes = 0
  #waitingBytes = 0
  #closed: Promise<void> | null = null

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    this.#log = deps.log.child({ part: 'recorder' })
    this.#folder = new MediaFolder(deps.folder)
    this.#store = createRecordingStore(deps.database)
    this.#disk = new DiskGuard({
      clock: deps.clock,
      log: this.#log,
      folder: deps.folder,
      onChange: (state) => this.#diskChanged(state),
    })
    this.#sync = new DiskSync(deps.clock, () => this.#openFiles())
    this.recordings = createRecordingsReader({
      store: this.#store,
      folder: this.#folder,
      log: this.#log,
      running: () => this.#running(),
    })
    const { metrics } = deps
    this.#dropped = metrics.counter('fleetglass_recorder_frames_dropped_total', 'Frames not recorded', ['reason'])
    const measured = (name: string, help: string, read: () => number) =>
      metrics.measured(`fleetglass_${name}`, help, read)
    measured('recorder_channels', 'Channels that are being recorded', () => this.#count())
    measured('recorder_queue_bytes', 'Bytes that wait for the disk', () => this.#waiting())
    measured(
      'recorder_sync_seconds',
      'How long it took to force all growing files to the disk, last time',
      () => this.#sync.lastRoundMs / 1000,
    )
    measured('recorder_stopped', '1 while nothing is recorded because of the disk', () =>
      this.#disk.state.kind === 'stopped' ? 1 : 0,
    )
    measured('disk_free_bytes', 'Free bytes of the disk with the media folder', () => this.#disk.freeBytes)
    measured('recordings_bytes', 'Bytes of all closed recordings', () => this.#usedBytes)
  }

  get disk(): DiskState {
    return this.#disk.state
  }

  async start(): Promise<void> {
    const { clock, registry, fleet } = this.#deps
    await this.#disk.start()
    this.#usedBytes = (await this.#store.totals()).bytes
    const newestMs = await this.#store.newestStart()
    this.indexed = this.#complete(newestMs ?? 0)
    for (const device of registry.all()) this.#follow(device)
    this.#subscriptions = [
      registry.onChange(({ kind, device }) => this.#follow(device, kind === 'removed')),
      fleet.onChange((changed) => {
        for (const { deviceId } of changed) {
          const device = registry.byId(deviceId)
          if (device) this.#follow(device)
        }
      }),
    ]
    this.#sync.start()
    this.#timers = [
      clock.every(TICK_MS, () => {
        this.#waitingBytes = this.#waiting()
        for (const { recorder } of this.#channels.values()) recorder.tick()
      }),
      clock.every(CLEAN_PERIOD_MS, () => void this.clean()),
    ]
  }

  clean(): Promise<void> {
    this.#cleaning ??= this.#clean().finally(() => {
      this.#cleaning = null
    })
    return this.#cleaning
  }

  rebuildIndex(): Promise<IndexReport> {
    this.#rebuilding ??= this.indexed
      .then(async () => {
        await this.#store.clear()
        return this.#complete(0)
      })
      .finally(() => {
        this.#rebuilding = null
      })
    return this.#rebuilding
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#stopping.abort()
    for (const timer of this.#timers) timer.cancel()
    for (const subscription of this.#subscriptions) subscription.close()
    this.#disk.close()
    for (const key of [...this.#channels.keys()]) this.#end(key)
    await Promise.all([...this.#ending, this.#sync.close(), this.#cleaning, this.indexed, this.#rebuilding])
  }

  /** Begins and ends the channels of a device as its settings and its connection say. */
  #follow(device: RegisteredDevice, isRemoved = false): void {
    const wanted = isRemoved ? new Set<number>() : new Set(channelsToRecord(device))
    for (const [key, { deviceId, recorder }] of this.#channels) {
      if (deviceId === device.deviceId && !wanted.has(recorder.channel)) this.#end(key)
    }
    // What was begun goes on while the device is offline: the stream asks again by itself when it is back.
    if (this.#deps.fleet.get(device.deviceId)?.online !== true) return
    for (const channel of wanted) this.#begin(device, channel)
  }

  #begin({ deviceId, key: deviceKey }: RegisteredDevice, channel: number): void {
    const key = `${deviceId}/${channel}`
    if (this.#channels.has(key) || this.#closed !== null) return
    const recorder = new ChannelRecorder({
      clock: this.#deps.clock,
      folder: this.#folder,
      deviceId,
      deviceKey,
      channel,
      diskHasRoom: () => this.#waitingBytes < QUEUE_BYTES,
      onClosed: (segment) => this.#fileClosed(segment),
      onDropped: (reason: DropReason, frames) => this.#dropped.inc({ reason }, frames),
      onWriteFailed: (error) => this.#disk.writeFailed(error),
      onRecording: () => this.#tellFleet(deviceId),
    })
    recorder.disk(this.#disk.state.kind === 'writing')
    const subscription = this.#deps.streams.subscribe({ deviceId, channel }, recorder)
    this.#channels.set(key, { deviceId, recorder, subscription })
  }

  #end(key: string): void {
    const recorded = this.#channels.get(key)
    if (recorded === undefined) return
    recorded.subscription.close()
    const ending: Promise<void> = recorded.recorder.close().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
    this.#channels.delete(key)
    this.#tellFleet(recorded.deviceId)
  }

  #tellFleet(deviceId: string): void {
    let isRecording = false
    for (const recorded of this.#channels.values()) {
      if (recorded.deviceId === deviceId && recorded.recorder.isRecording) isRecording = true
    }
    if (this.#deps.fleet.get(deviceId)?.recording !== isRecording) this.#deps.fleet.recording(deviceId, isRecording)
  }

  async #fileClosed(segment: Segment): Promise<void> {
    this.#unindexed.add(segment)
    this.#usedBytes += segment.bytes
    try {
      await this.#store.add([segment])
    } catch (error) {
      // The file is there: the next start, or a rebuild, brings it into the index.
      this.#log.error({ err: error, path: segment.path }, 'a recording could not be entered into the index')
    }
    this.#unindexed.delete(segment)
  }

  #running(): Segment[] {
    const running = [...this.#unindexed]
    for (const { recorder } of this.#channels.values()) {
      const segment = recorder.running
      if (segment !== null) running.push(segment)
    }
    return running
  }

  async #complete(fromMs: number): Promise<IndexReport> {
    const report = await completeIndex(
      {
        store: this.#store,
        folder: this.#folder,
        registry: this.#deps.registry,
        log: this.#log,
        isRunning: (path) => this.#isRunning(path),
        signal: this.#stopping.signal,
      },
      fromMs,
    ).catch((error: unknown) => {
      this.#log.error({ err: error }, 'the index of recordings could not be completed from the folder')
      return { added: 0, repaired: 0, foreign: 0 }
    })
    if (report.added + report.repaired > 0) this.#log.info(report, 'recordings found in the folder')
    this.#usedBytes = (await this.#store.totals()).bytes
    return report
  }

  #isRunning(path: string): boolean {
    for (const { recorder } of this.#channels.values()) if (recorder.isWriting(path)) return true
    for (const segment of this.#unindexed) if (segment.path === path) return true
    return false
  }

  async #clean(): Promise<void> {
    const deps: CleanerDeps = {
      clock: this.#deps.clock,
      log: this.#log,
      store: this.#store,
      folder: this.#folder,
      registry: this.#deps.registry,
      defaultDays: this.#deps.defaultDays,
      disk: async () => {
        await this.#disk.look()
        return this.#disk
      },
      onRemoved: (segments) => {
        for (const segment of segments) this.#usedBytes -= segment.bytes
      },
    }
    await clean(deps, this.#stopping.signal).catch((error: unknown) =>
      this.#log.error({ err: error }, 'old recordings could not be removed'),
    )
  }

  #diskChanged(state: DiskState): void {
    for (const { recorder } of this.#channels.values()) recorder.disk(state.kind === 'writing')
    if (state.kind === 'stopped') void this.clean()
  }

  *#openFiles(): Generator<SegmentFile> {
    for (const { recorder } of this.#channels.values()) yield* recorder.files
  }

  #count(): number {
    let count = 0
    for (const { recorder } of this.#channels.values()) if (recorder.isRecording) count += 1
    return count
  }

  #waiting(): number {
    let sum = 0
    for (const { recorder } of this.#channels.values()) sum += recorder.waitingBytes
    return sum
  }
}

/** 1 every channel of `chmask`, 2 those of `recplan`; a channel beyond either string is on. */
function channelsToRecord({ recenable, channels, chmask, recplan }: RegisteredDevice): number[] {
  if (recenable !== 1 && recenable !== 2) return []
  const plan = recenable === 1 ? chmask : recplan
  return Array.from({ length: channels }, (_, index) => index + 1).filter((channel) => plan[channel - 1] !== '0')
}
