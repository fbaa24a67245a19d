// Belongs here: how many children there may be, and what viewers without one receive. Does not: what a child does
// (ffmpeg-child.ts).
import type { Metrics } from '../../platform/metrics/index.ts'
import { LARGEST } from './ffmpeg-child.ts'

export type TranscoderFailure = 'transcoder-busy' | 'transcoder-failed' | 'transcoder-absent' | 'transcoder-too-large'

/** For the startup trace and the log. */
export const advice = {
  absent: (program: string, words: string) =>
    `The server cannot make H.264 of this camera's H.265: ${program} did not start (${words}). Install ffmpeg on the server, set the camera to H.264, or use a browser that plays H.265.`,
  ended: () =>
    "The server could not make H.264 of this camera's H.265; its log says why. Set the camera to H.264, or use a browser that plays H.265.",
  tooLarge: (width: number, height: number) =>
    `The server makes H.264 of pictures up to ${LARGEST.longSide} x ${LARGEST.shortSide}; this camera sends ${width} x ${height}. Set the camera to smaller pictures or to H.264, or use a browser that plays H.265.`,
  busy: (limit: number) =>
    `The server makes H.264 of ${limit} cameras at a time, and all are in use. Close another one, raise the setting "transcoders", or use a browser that plays H.265.`,
}

/** How many children there may be, of live streams and of recordings together. */
export interface ChildBudget {
  readonly limit: number
  readonly program: string
  take(): boolean
  /** One is about to be gone. */
  readonly freesSoon: boolean
  /** Once the child is gone: until then it takes what a child takes. */
  giveBack(gone: Promise<void>): void
  /** Resolves when those that were given back are gone. */
  allGone(): Promise<void>
}

export function createChildBudget(deps: {
  readonly metrics: Metrics
  readonly limit: number
  readonly program: string
}): ChildBudget {
  /** Children that were requested to exit, also of streams that no client watches any more; those of the budget at most. */
  const ending = new Set<Promise<void>>()
  let children = 0
  deps.metrics.measured('fleetglass_transcoders', 'Streams that are made H.264', () => children)
  return {
    limit: deps.limit,
    program: deps.program,
    take() {
      if (children >= deps.limit) return false
      children += 1
      return true
    },
    get freesSoon() {
      return ending.size > 0
    },
    giveBack(gone) {
      ending.add(gone)
      void gone.then(() => {
        children -= 1
        ending.delete(gone)
      })
    },
    async allGone() {
      await Promise.all(ending)
    },
  }
}
