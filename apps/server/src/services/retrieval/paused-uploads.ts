import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { DeviceUpload } from '../../ports/files/index.ts'

/** An upload that its device was told to pause keeps its account for so long; afterwards it is asked anew. */
const KEPT_MS = 600_000

/** An upload, and the 0x9206 that it is of. */
export interface HeldUpload {
  readonly upload: DeviceUpload
  readonly serial: number
}

/** Uploads that devices keep for later, by their places: at most one for each footage that is paused. */
export class PausedUploads {
  readonly #clock: Clock
  readonly #held = new Map<string, HeldUpload & { readonly timer: Timer }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  keep(place: string, held: HeldUpload): void {
    const timer = this.#clock.after(KEPT_MS, () => {
      this.#held.delete(place)
      void held.upload.close('keep').catch(() => undefined)
    })
    this.#held.set(place, { ...held, timer })
  }

  take(place: string): HeldUpload | null {
    const held = this.#held.get(place) ?? null
    this.#held.delete(place)
    held?.timer.cancel()
    return held
  }

  /** Forgets those of some places, or all. */
  async drop(isGone: (place: string) => boolean = () => true): Promise<void> {
    for (const place of [...this.#held.keys()].filter(isGone)) await this.take(place)?.upload.close('keep')
  }
}
