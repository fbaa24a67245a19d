// Belongs here: the ways in which recordings are removed put together. Does not: what any of them does.
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { type MediaFolder, parseSegmentPath, parseSetAsidePath } from '../../platform/media-store/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type {
  RecordedRange,
  RecordingDisk,
  RecordingTrouble,
  RunningRecordings,
  Segment,
} from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { LONGEST_SEGMENT_MS, type RecordingIndex, type RecordingReader } from '../recordings/index.ts'
import { Cleaner, type SegmentRemoval } from './cleaner.ts'
import { deleteRecordings } from './deletion.ts'
import { DeviceBytes } from './device-bytes.ts'
import { RoomForecast } from './recording-room.ts'
import type { RecordingRoom, Retention } from './retention.types.ts'
import { RetentionHold } from './retention-hold.ts'

const CLEAN_PERIOD_MS = 60_000
const MINUTE_MS = 60_000

export interface RetentionDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly folder: MediaFolder
  readonly index: RecordingIndex
  readonly reader: Pick<RecordingReader, 'finder' | 'locks'>
  readonly running: RunningRecordings
  readonly disk: RecordingDisk
  /** Days recordings are kept where the device does not say; 0: however old they are (REC-16). */
  readonly defaultDays: number
  /** Bytes kept of each device; 0: as many as its days make. */
  readonly deviceLimitBytes: number
  /** Recordings that are younger than their days may be removed when the disk is full; else recording pauses. */
  readonly overwriteEarly: boolean
}

/** To be made before rows are made from the folder: it looks whether the index was lost. */
export async function createRetention(deps: RetentionDeps): Promise<Retention> {
  const { clock, folder, registry, index } = deps
  const log = deps.log.child({ part: 'retention' })
  const hold = new RetentionHold({ clock, log, folder, registry })
  await hold.begin((await index.store.totals()).files)
  return new RecordingRetention({ ...deps, log }, hold)
}

class RecordingRetention implements Retention {
  readonly #deps: RetentionDeps
  readonly #cleaner: Cleaner
  readonly #forecast: RoomForecast
  readonly #removal: SegmentRemoval
  readonly #timer: { cancel(): void }
  #report: (trouble: RecordingTrouble) => void = () => undefined

  constructor(deps: RetentionDeps, hold: RetentionHold) {
    this.#deps = deps
    const { clock, log, registry, folder, disk, index, reader, defaultDays, overwriteEarly, deviceLimitBytes } = deps
    const { store, keeper } = index
    const deviceBytes = new DeviceBytes(clock, store)
    keeper.onChange(deviceBytes)
    this.#removal = {
      folder,
      store,
      onRemoved: (segments) => keeper.removed(segments),
      isLocked: (segment) => reader.locks.holds(segment),
    }
    this.#forecast = new RoomForecast({
      clock,
      store,
      registry,
      defaultDays,
      overwriteEarly,
      disk: () => disk,
      usedBytes: () => keeper.usedBytes,
    })
    this.#cleaner = new Cleaner({
      clock,
      log,
      registry,
      defaultDays,
      hold,
      mayBeLocked: (path) => this.#mayBeLocked(path),
      overwriteEarly,
      writtenBytes: () => disk.writtenBytes,
      onSpaceTaken: (isTaken) => this.#reportSpace(isTaken),
      ...this.#removal,
      deviceLimitBytes,
      deviceBytes,
      disk: async () => {
        await disk.look()
        return disk
      },
    })
    this.#timer = clock.every(CLEAN_PERIOD_MS, () => void this.#cleaner.clean())
    disk.onChange(({ kind }) => {
      if (kind === 'stopped') void this.#cleaner.clean()
    })
    deps.metrics.measured(
      'fleetglass_recorder_removal_held',
      '1 while no recording is removed because the index was lost or is new',
      () => (hold.reason === null ? 0 : 1),
    )
  }

  room(): Promise<RecordingRoom> {
    return this.#forecast.ask()
  }

  deleteRecordings(deviceKey: number, range: RecordedRange | null): Promise<number> {
    const { clock, log, registry, reader, running } = this.#deps
    const deps = {
      log,
      ...this.#removal,
      find: (within: RecordedRange, limit: number): Promise<Segment[]> =>
        reader.finder.find(deviceKey, { ...within, unlocked: true }, limit),
      mayBeLocked: (path: string) => this.#mayBeLocked(path),
      cut: () => running.closeRunning(deviceKey),
      isWriting: (path: string) => running.isWriting(path),
      deviceId: registry.byKey(deviceKey)?.deviceId,
      nowMs: clock.nowMs(),
    }
    return deleteRecordings(deps, range)
  }

  onTrouble(listener: (trouble: RecordingTrouble) => void): void {
    this.#report = listener
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    await this.#cleaner.close()
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
      devices: [...this.#deps.registry.all()].filter(({ recenable }) => recenable > 0),
    })
  }
}
