// Belongs here: which frames of a playback belong to a whole recording. Does not: which of them the server lacks (ingest/recorder).
import type { RemoteSpeed } from '@fleetglass/contract/remote-playback'
import type { MediaFrame } from '../../ports/live-media/index.ts'

/** Frames that wait for the picture after their key frame: some seconds of sound. With more its group is left out. */
const MAX_BUFFERED = 250

/**
 * At its own pace a device leaves nothing out. As fast as it goes (0) some wind and send key frames only, which shows when
 * two follow each other; and what comes after a speed was changed may still be of the one before. There a key frame waits
 * for a picture that needs it. Nothing is believed at 2, 4 and 8: some leave pictures out within a group. A camera that has
 * nothing but key frames is therefore kept at its own pace only. Sound needs no picture: as long as none has come, it is
 * kept at 1 and 0, whatever the speed was before.
 */
export class WholeGroups {
  readonly #buffer: (frame: MediaFrame) => void
  #speed: RemoteSpeed
  /** Since the start. */
  #ownPace: boolean
  /** A key frame, and sound behind it. */
  #buffered: MediaFrame[] = []
  /** The present group is one that is kept. */
  #isBuffered = true
  #hasPictures = false
  /** Something was left out since the last frame that was kept. */
  #leftOut = false

  constructor(speed: RemoteSpeed, keep: (frame: MediaFrame) => void) {
    this.#speed = speed
    this.#ownPace = speed === 1
    this.#buffer = keep
  }

  /** The command to the device to continue at this speed. */
  speed(speed: RemoteSpeed): void {
    this.#speed = speed
    if (speed !== 1) this.#ownPace = false
    if (speed > 1) this.#leaveOut()
  }

  frame(frame: MediaFrame): void {
    if (frame.kind === 'video') this.#hasPictures = true
    if (this.#ownPace) this.#buffer(frame)
    else if (this.#speed > 1) return
    else if (frame.kind === 'video' && frame.keyFrame) {
      if (this.#buffered.length > 0) this.#leaveOut()
      this.#buffered = [frame]
    } else if (this.#buffered.length === 0) {
      if (this.#isBuffered) this.#buffer(frame)
      else if (!this.#hasPictures) this.#bufferBehindGap(frame)
    } else if (frame.kind === 'video') {
      this.#storeBuffered()
      this.#buffer(frame)
    } else if (this.#buffered.length < MAX_BUFFERED) this.#buffered.push(frame)
    else this.#leaveOut()
  }

  #storeBuffered(): void {
    const [first, ...rest] = this.#buffered.splice(0)
    if (first === undefined) return
    this.#isBuffered = true
    this.#bufferBehindGap(first)
    for (const frame of rest) this.#buffer(frame)
  }

  #bufferBehindGap(frame: MediaFrame): void {
    this.#buffer(this.#leftOut && !frame.discontinuity ? { ...frame, discontinuity: true } : frame)
    this.#leftOut = false
  }

  #leaveOut(): void {
    this.#buffered = []
    this.#isBuffered = false
    this.#leftOut = true
  }
}
