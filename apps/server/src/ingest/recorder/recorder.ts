// Belongs here: the parts of the recorder put together, their timers and metrics. Does not: what any of them does.
import { isRecorded } from '@fleetglass/contract/devices'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import {
  type MediaFile,
  type MediaFolder,
  type MediaSlots,
  type MediaStore,
  splitSlot,
} from '../../platform/media-store/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { DeviceHost } from '../../ports/device-host.ts'
import type { DeviceState } from '../../ports/device-state/index.ts'
import type { Streams } from '../../ports/live-media/index.ts'
import type {
  ClosedRecordings,
  DiskState,
  FootageFiles,
  GapFill,
  GapFills,
  RecordedRange,
  RecordingDisk,
  RecordingTrouble,
  RunningRecordings,
  Segment,
} from '../../ports/recordings/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import { ChannelRecorder } from './channel-recorder.ts'
import { DiskSync } from './disk-sync.ts'
import { createFootageFiles } from './footage-files.ts'
import { LEAD_MS, RangeGapFill } from './range-gap-fill.ts'
import { RecordedChannels } from './recorded-channels.ts'
import { RecordingDisks } from './recording-disks.ts'
import { WriteBudget } from './write-budget.ts'

const TICK_MS = 1_000

export interface RecorderDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly deviceState: Pick<DeviceState, 'publish'>
  readonly streams: Streams
  /** Where the running minute is written. */
  readonly folder: MediaFolder
  /** Left out: there are none but the folder. */
  readonly slots?: Pick<MediaSlots, 'all' | 'isFilledInOrder' | 'onChange'>
  /** Where closed minutes go. */
  readonly media: MediaStore
  /** Receives the files that are closed. */
  readonly index: ClosedRecordings
  /** Serve the files of a device to other nodes, from its first one that is written until the last one is closed. */
  readonly fileHosts: readonly DeviceHost[]
}

/** Writes what the cameras send, minute by minute. */
export interface Recorder extends RunningRecordings, GapFills {
  readonly disk: RecordingDisk
  readonly footageFiles: FootageFiles
  /** Reports that nothing can be recorded, and its end; to be called once. */
  onTrouble(listener: (trouble: RecordingTrouble) => void): void
  /** Begins to record: the index must be ready to receive files. */
  start(): void
  /** Ends all files and enters them into the index; idempotent. */
  close(): Promise<void>
}

/** Resolves when the disks were looked at for the first time. Nothing is recorded before `start`. */
export async function createRecorder(deps: RecorderDeps): Promise<Recorder> {
  const recorder = new MinuteRecorder(deps)
  await recorder.disk.start()
  return recorder
}

class MinuteRecorder implements Recorder {
  readonly footageFiles: FootageFiles
  readonly disk: RecordingDisks
  readonly #deps: RecorderDeps
  readonly #budget = new WriteBudget()
  readonly #sync: DiskSync
  readonly #channels: RecordedChannels
  readonly #dropped: { inc(labels: { reason: string }, by: number): void }
  readonly #served = new Map<string, readonly { close(): void }[]>()
  #timer: { cancel(): void } | null = null
  #closed: Promise<void> | null = null
  #report: (trouble: RecordingTrouble) => void = () => undefined

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    const { clock, registry, fleet, deviceState, streams, metrics, folder, slots } = deps
    const log = deps.log.child({ part: 'recorder' })
    this.#dropped = metrics.counter('fleetglass_recorder_frames_dropped_total', 'Frames not recorded', ['reason'])
    this.disk = new RecordingDisks({ clock, log, folder, slots, onLeft: (slot) => this.#channels.leave(slot) })
    this.disk.onChange((state) => this.#diskChanged(state))
    const make = (device: RegisteredDevice, channel: number, onRecording: () => void): ChannelRecorder =>
      this.#record(device, channel, onRecording)
    const onFiles = (deviceId: string, hasFiles: boolean): void => this.#serve(deviceId, hasFiles)
    this.#channels = new RecordedChannels({ registry, fleet, deviceState, streams, make, onFiles })
    this.#sync = new DiskSync(clock, () => this.#channels.openFiles())
    this.footageFiles = createFootageFiles({ clock, folder, budget: this.#budget, place: this.disk.mediaFolder })
    this.#measure()
  }

  start(): void {
    this.#channels.start()
    this.#sync.start()
    this.#timer = this.#deps.clock.every(TICK_MS, () => this.#channels.tick())
  }

  async running(deviceId: string | null): Promise<readonly Segment[]> {
    return this.#channels.running(deviceId)
  }

  async isWriting(path: string): Promise<boolean> {
    return this.#channels.isWriting(path)
  }

  closeRunning(deviceId: string): Promise<void> {
    return this.#channels.cut(deviceId)
  }

  async open(path: string): Promise<MediaFile | null> {
    return this.#channels.isWriting(path) ? await this.#deps.folder.open(path) : null
  }

  async fillGap(deviceId: string, channel: number, range: RecordedRange): Promise<GapFill | null> {
    const device = this.#deps.registry.byId(deviceId)
    if (device === undefined) return null
    // Listed before the index is asked: a file that closes in between is then in both, never in neither.
    const running = this.#channels.running(deviceId).filter((segment) => segment.channel === channel)
    const closed = await this.#deps.index.find(device.key, { ...range, startMs: range.startMs - LEAD_MS, channel })
    const growingMs = this.#channels.growingSinceMs({ deviceId, channel })
    // What the camera sends now goes on being recorded while the past is covered.
    const growing = growingMs === null ? [] : [{ startMs: growingMs, endMs: Number.POSITIVE_INFINITY }]
    const recorder = this.#channels.fillGap(device, channel)
    if (recorder === null) return null
    const there = [...closed, ...running, ...growing]
    return new RangeGapFill(range, there, recorder, () => this.#channels.endGapFill(recorder))
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#timer?.cancel()
    this.disk.close()
    await Promise.all([this.#channels.close(), this.#sync.close()])
  }

  #serve(deviceId: string, hasFiles: boolean): void {
    for (const served of this.#served.get(deviceId) ?? []) served.close()
    this.#served.delete(deviceId)
    const { fileHosts } = this.#deps
    if (!hasFiles || fileHosts.length === 0) return
    this.#served.set(
      deviceId,
      fileHosts.map((host) => host.serve(deviceId)),
    )
  }

  #record({ deviceId, key }: RegisteredDevice, channel: number, onRecording: () => void): ChannelRecorder {
    return new ChannelRecorder({
      clock: this.#deps.clock,
      folder: this.#deps.folder,
      budget: this.#budget,
      next: () => this.disk.next(),
      deviceId,
      deviceKey: key,
      channel,
      onRecording,
      recordsSound: () => {
        const device = this.#deps.registry.byKey(key)
        return device === undefined || device.channels[channel - 1]?.audio === 'recorded'
      },
      onClosed: async (segment) => {
        const { folder, media, index } = this.#deps
        // On a slot it lies where it belongs, also when the slot is read-only or not set any more.
        if (splitSlot(segment.path).slot === '') {
          await media.put(segment.path, { file: folder.absolute(segment.path) })
        }
        await index.fileClosed(segment)
      },
      onDropped: (reason, frames) => this.#dropped.inc({ reason }, frames),
      onWriteFailed: (error, path) => this.disk.writeFailed(error, path),
    })
  }

  onTrouble(listener: (trouble: RecordingTrouble) => void): void {
    this.#report = listener
    if (this.disk.state.kind === 'stopped') this.#diskChanged(this.disk.state)
  }

  #diskChanged(state: DiskState): void {
    const isStopped = state.kind === 'stopped'
    this.#channels.disk(!isStopped)
    const isFull = isStopped && state.reason === 'full'
    this.#report({
      kind: 'disk',
      isOver: !isStopped,
      reason: `the server does not record: its disk ${isFull ? 'is full' : 'takes no data'}`,
      devices: [...this.#deps.registry.all()].filter(isRecorded),
    })
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
      this.disk.state.kind === 'stopped' ? 1 : 0,
    )
    measured('disk_free_bytes', 'Free bytes of the disks that are recorded to', () => this.disk.freeBytes)
  }
}
