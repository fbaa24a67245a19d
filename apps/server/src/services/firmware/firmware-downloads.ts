// Belongs here: how many devices download firmware at once, and how fast all of them together. Does not: HTTP.
import type { Clock } from '../../platform/clock/index.ts'

/** Bytes that may leave at once after a pause, in time of the rate. */
const BURST_MS = 250

export interface FirmwareDownloads {
  /** `null`: as many as may download do. The function ends the download; idempotent. */
  begin(): (() => void) | null
  /** Passes bytes on no faster than all downloads together may be. */
  paced(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Firmware must not take the network from live video: the rate is that of all downloads together. */
export function createFirmwareDownloads(deps: {
  readonly clock: Clock
  readonly downloads: number
  /** 0: no limit. */
  readonly megabits: number
}): FirmwareDownloads {
  const { clock, downloads } = deps
  const bytesPerMs = (deps.megabits * 1e6) / 8 / 1000
  let running = 0
  let freeMs = 0
  return {
    begin() {
      if (running >= downloads) return null
      running += 1
      let isRunning = true
      return () => {
        if (isRunning) running -= 1
        isRunning = false
      }
    },
    async *paced(bytes) {
      for await (const piece of bytes) {
        if (bytesPerMs > 0) {
          const nowMs = clock.monotonicMs()
          freeMs = Math.max(freeMs, nowMs - BURST_MS) + piece.length / bytesPerMs
          const waitMs = freeMs - nowMs
          if (waitMs > 0) await new Promise<void>((resolve) => clock.after(waitMs, resolve))
        }
        yield piece
      }
    },
  }
}
