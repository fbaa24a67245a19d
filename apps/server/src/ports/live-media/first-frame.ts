import type { MediaFrame } from './live-media.types.ts'

/** The same as the first frame of a reader; the payload stays shared. */
export function asFirst(frame: MediaFrame): MediaFrame {
  return frame.discontinuity ? frame : { ...frame, discontinuity: true }
}
