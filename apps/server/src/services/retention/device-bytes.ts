// Belongs here: how much is kept of each device. Does not: what goes when it is too much (expiry.ts, disk-space.ts).
import type { Clock } from '../../platform/clock/index.ts'
import type { MediaStore } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import type { RecordingStore } from '../recordings/index.ts'

/** How often the table is added up: in between each file is counted as it comes and goes. */
const COUNT_PERIOD_MS = 3_600_000

export interface DeviceBytesDeps {
  readonly clock: Clock
  readonly store: Pick<RecordingStore, 'bytesByDevice'>
  readonly media: Pick<MediaStore, 'slots'>
}

/** Bytes of the closed recordings of each device that may be deleted: what is on a read-only media slot costs no other recording. */
export class DeviceBytes {
  readonly #deps: DeviceBytesDeps
  #bytes = new Map<number, number>()
  #countedMs: number | null = null
  #countedSlots = ''

  constructor(deps: DeviceBytesDeps) {
    this.#deps = deps
  }

  /** Devices with more than that, and by how much. */
  async above(limitBytes: number): Promise<Map<number, number>> {
    const nowMs = this.#deps.clock.monotonicMs()
    const slots = this.#deps.media.slots('writable')
    const isOld = this.#countedMs === null || nowMs - this.#countedMs > COUNT_PERIOD_MS
    if (isOld || this.#countedSlots !== slots.join()) {
      this.#bytes = await this.#deps.store.bytesByDevice(slots)
      this.#countedMs = nowMs
      this.#countedSlots = slots.join()
    }
    const over = [...this.#bytes].filter(([, bytes]) => bytes > limitBytes)
    return new Map(over.map(([deviceKey, bytes]) => [deviceKey, bytes - limitBytes]))
  }

  added({ deviceKey, bytes }: Segment): void {
    if (this.#countedMs !== null) this.#bytes.set(deviceKey, (this.#bytes.get(deviceKey) ?? 0) + bytes)
  }

  removed(segments: readonly Segment[]): void {
    for (const { deviceKey, bytes } of segments) {
      const left = (this.#bytes.get(deviceKey) ?? 0) - bytes
      if (left > 0) this.#bytes.set(deviceKey, left)
      else this.#bytes.delete(deviceKey)
    }
  }
}
