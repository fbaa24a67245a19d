// Belongs here: which frames of a playback belong to a whole recording. Does not: which of them the server lacks (ingest/recorder).
import type { RemoteSpeed } from '@fleetglass/contract/remote-playback'
import type { MediaFrame } from '../../ports/live-media/index.ts'

/** Frames that wait for the picture after their key frame: some seconds of sound. With more its group is left out. */
const MAX_HELD = 250

/**
 * At its own pace a device leaves nothing out. As fast as it goes (0) some wind and send key frames only, which shows when
 * two follow each other; and what comes after a speed was changed may still be of the one before. There a key frame waits
 * for a picture that needs it. Nothing is believed at 2, 4 and 8: some leave pictures out within a group. A camera that has
 * nothing but key frames is therefore kept at its own pace only. Sound needs no picture: as long as none has come, it is
 * kept at 1 and 0, whatever the speed was before.
 */
export class WholeGroups {
  readonly #keep: (frame: MediaFrame) => void
  #speed: RemoteSpeed
  /** Since the start. */
  #ownPace: boolean
  /** A key frame, and sound behind it. */
  #held: MediaFrame[] = []
  /** The present group is one that is kept. */
  #isKept = true
  #hasPictures = false
  /** Something was left out since the last frame that was kept. */
  #leftOut = false

  constructor(speed: RemoteSpeed, keep: (frame: MediaFrame) => void) {
    this.#speed = speed
    this.#ownPace = speed === 1
    this.#keep = keep
  }

  /** The device is told to go on at this speed. */
  speed(speed: RemoteSpeed): void {
    this.#speed = speed
    if (speed !== 1) this.#ownPace = false
    if (speed > 1) this.#leaveOut()
  }

  frame(frame: MediaFrame): void {
    if (frame.kind === 'video') this.#hasPictures = true
    if (this.#ownPace) this.#keep(frame)
    else if (this.#speed > 1) return
    else if (frame.kind === 'video' && frame.keyFrame) {
      if (this.#held.length > 0) this.#leaveOut()
      this.#held = [frame]
    } else if (this.#held.length === 0) {
      if (this.#isKept) this.#keep(frame)
      else if (!this.#hasPictures) this.#keepBehindGap(frame)
    } else if (frame.kind === 'video') {
      this.#keepHeld()
      this.#keep(frame)
    } else if (this.#held.length < MAX_HELD) this.#held.push(frame)
    else this.#leaveOut()
  }

  #keepHeld(): void {
    const [first, ...rest] = this.#held.splice(0)
    if (first === undefined) return
    this.#isKept = true
    this.#keepBehindGap(first)
    for (const frame of rest) this.#keep(frame)
  }

  #keepBehindGap(frame: MediaFrame): void {
    this.#keep(this.#leftOut && !frame.discontinuity ? { ...frame, discontinuity: true } : frame)
    this.#leftOut = false
  }

  #leaveOut(): void {
    this.#held = []
    this.#isKept = false
    this.#leftOut = true
  }
}
