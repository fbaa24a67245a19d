import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { DeviceUpload } from '../../ports/files/index.ts'

/** How long a paused upload keeps its account; afterwards it is requested again. */
const PAUSED_MS = 600_000

/** An upload, and the 0x9206 that it is of. */
export interface PausedUpload {
  readonly upload: DeviceUpload
  readonly serial: number
}

/** Uploads that devices keep for later, by their places: at most one for each footage that is paused. */
export class PausedUploads {
  readonly #clock: Clock
  readonly #paused = new Map<string, PausedUpload & { readonly timer: Timer }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  keep(place: string, pausedUpload: PausedUpload): void {
    const timer = this.#clock.after(PAUSED_MS, () => {
      this.#paused.delete(place)
      void pausedUpload.upload.close('keep').catch(() => undefined)
    })
    this.#paused.set(place, { ...pausedUpload, timer })
  }

  take(place: string): PausedUpload | null {
    const pausedUpload = this.#paused.get(place) ?? null
    this.#paused.delete(place)
    pausedUpload?.timer.cancel()
    return pausedUpload
  }

  /** Forgets those of some places, or all. */
  async drop(isGone: (place: string) => boolean = () => true): Promise<void> {
    for (const place of [...this.#paused.keys()].filter(isGone)) await this.take(place)?.upload.close('keep')
  }
}
