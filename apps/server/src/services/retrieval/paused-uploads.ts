import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Upload } from '../../ports/files/index.ts'

/** An upload that its device was told to pause keeps its account for so long; afterwards it is asked anew. */
const KEPT_MS = 600_000

/** An upload, and the 0x9206 that it is of. */
export interface HeldUpload {
  readonly upload: Upload
  readonly serial: number
}

/** Uploads that devices keep for later, by their folders: at most one for each footage that is paused. */
export class PausedUploads {
  readonly #clock: Clock
  readonly #held = new Map<string, HeldUpload & { readonly timer: Timer }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  keep(folder: string, held: HeldUpload): void {
    const timer = this.#clock.after(KEPT_MS, () => {
      this.#held.delete(folder)
      void held.upload.close()
    })
    this.#held.set(folder, { ...held, timer })
  }

  take(folder: string): HeldUpload | null {
    const held = this.#held.get(folder) ?? null
    this.#held.delete(folder)
    held?.timer.cancel()
    return held
  }

  /** Forgets those below a folder, or all. */
  async drop(isGone: (folder: string) => boolean = () => true): Promise<void> {
    for (const folder of [...this.#held.keys()].filter(isGone)) await this.take(folder)?.upload.close()
  }
}
