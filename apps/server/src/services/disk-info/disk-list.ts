// Belongs here: which disks this server records to, and how each stands. Does not: measuring those that are written (ingest/recorder).
import { statfs } from 'node:fs/promises'
import type { Clock } from '../../platform/clock/index.ts'
import type { MediaSlots } from '../../platform/media-store/index.ts'
import type { RecordingDisk, RecordingPlace } from '../../ports/recordings/index.ts'
import type { RecordingRates } from './recording-rates.ts'

/** A disk that does not answer is shown without sizes. */
const MEASURE_MS = 2_000

export type DiskEntryStatus = 'writing' | 'full' | 'failing' | 'unused' | 'readonly' | 'missing'

/** Sizes in bytes; `null`: the disk does not say. */
export interface DiskSizes {
  readonly sizeBytes: number | null
  readonly freeBytes: number | null
  readonly usedBytes: number | null
}

export interface DiskEntry extends DiskSizes {
  readonly path: string
  readonly status: DiskEntryStatus
  readonly reserveBytes: number | null
  readonly bytesPerMinute: number
}

const UNKNOWN: DiskSizes = { sizeBytes: null, freeBytes: null, usedBytes: null }

export interface RecordingDiskListDeps {
  readonly clock: Pick<Clock, 'after'>
  readonly disk: Pick<RecordingDisk, 'places'>
  readonly slots: Pick<MediaSlots, 'all'>
  readonly rates: Pick<RecordingRates, 'bytesPerMinute'>
}

export class RecordingDiskList {
  readonly #deps: RecordingDiskListDeps
  /** One measurement of a folder at a time: a disk that hangs holds one thread and no more. */
  readonly #measuring = new Map<string, Promise<DiskSizes>>()

  constructor(deps: RecordingDiskListDeps) {
    this.#deps = deps
  }

  /** The media folder, then the slots in their order. */
  async read(): Promise<readonly DiskEntry[]> {
    const { disk, slots } = this.#deps
    const set = slots.all
    const folder = disk.places.find(({ slot }) => slot === '')
    const ofSlots = set.map((slot) => this.#ofSlot(slot))
    return [...(folder === undefined ? [] : [this.#ofPlace(folder, set.length > 0)]), ...(await Promise.all(ofSlots))]
  }

  /** Free space for all but the superuser. */
  async freeBytes(folder: string): Promise<number | null> {
    return (await this.#measure(folder)).freeBytes
  }

  async #ofSlot({ uuid, readonly, folder }: RecordingDiskListDeps['slots']['all'][number]): Promise<DiskEntry> {
    const unwritten = { reserveBytes: null, bytesPerMinute: 0 }
    if (folder === null) return { path: uuid, status: 'missing', ...UNKNOWN, ...unwritten }
    if (readonly) return { path: folder.path, status: 'readonly', ...(await this.#measure(folder.path)), ...unwritten }
    const place = this.#deps.disk.places.find(({ slot }) => slot === uuid)
    // Mounted a moment ago: the recorder takes it over within seconds.
    if (place === undefined) return { path: folder.path, status: 'missing', ...UNKNOWN, ...unwritten }
    return this.#ofPlace(place, false)
  }

  #ofPlace(place: RecordingPlace, isUnused: boolean): DiskEntry {
    const { folder, state, sizeBytes, freeBytes, usedBytes, floorBytes } = place
    const working = isUnused ? 'unused' : 'writing'
    return {
      path: folder,
      status: state.kind === 'stopped' ? state.reason : working,
      sizeBytes: known(sizeBytes),
      freeBytes: known(freeBytes),
      usedBytes: known(usedBytes),
      reserveBytes: known(floorBytes),
      bytesPerMinute: this.#deps.rates.bytesPerMinute(place),
    }
  }

  #measure(folder: string): Promise<DiskSizes> {
    let measuring = this.#measuring.get(folder)
    if (measuring === undefined) {
      measuring = measure(folder).finally(() => this.#measuring.delete(folder))
      this.#measuring.set(folder, measuring)
    }
    return this.#withinLimit(measuring)
  }

  async #withinLimit(measuring: Promise<DiskSizes>): Promise<DiskSizes> {
    const { promise: timedOut, resolve } = Promise.withResolvers<DiskSizes>()
    const timer = this.#deps.clock.after(MEASURE_MS, () => resolve(UNKNOWN))
    try {
      return await Promise.race([measuring, timedOut])
    } finally {
      timer.cancel()
    }
  }
}

async function measure(folder: string): Promise<DiskSizes> {
  try {
    const { bavail, bfree, blocks, bsize } = await statfs(folder)
    return { sizeBytes: blocks * bsize, freeBytes: bavail * bsize, usedBytes: (blocks - bfree) * bsize }
  } catch {
    // Unmounted since it was looked for, or broken: the list of slots says so at its next look.
    return UNKNOWN
  }
}

function known(bytes: number): number | null {
  return Number.isFinite(bytes) ? Math.round(bytes) : null
}
