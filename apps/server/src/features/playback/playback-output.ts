import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { MediaSocket } from '../../services/viewers/index.ts'

export interface PlaybackOutputDeps {
  readonly deviceId: string
  readonly channel: number
  readonly socket: MediaSocket
}

/** Sends the frames of a playback to its viewer, and which codecs they have whenever that changes. */
export class PlaybackOutput {
  readonly #deps: PlaybackOutputDeps
  #isClosed = false
  /** Numbers of the codecs; 0: none was sent. */
  #video = 0
  #audio = 0
  #transcodedFrom: number | undefined

  constructor(deps: PlaybackOutputDeps) {
    this.#deps = deps
    this.#sendCodecs()
  }

  /** Number of the codec of the pictures; 0: none was sent. */
  get video(): number {
    return this.#video
  }

  deliver(frame: MediaFrame, discontinuity: boolean, shown?: 'never' | 'later'): void {
    if (this.#isClosed) return
    if (frame.kind === 'video') this.#transcodedFrom = frame.transcodedFrom
    if (frame.kind === 'video' ? frame.codec !== this.#video : frame.codec !== this.#audio) {
      if (frame.kind === 'video') this.#video = frame.codec
      else this.#audio = frame.codec
      this.#sendCodecs()
    }
    const { socket, channel } = this.#deps
    socket.send(frame, discontinuity, channel, shown)
  }

  /** Frames that are still being transcoded are dropped. */
  close(): void {
    this.#isClosed = true
  }

  #sendCodecs(): void {
    const { deviceId, channel, socket } = this.#deps
    const transcoded = this.#transcodedFrom === undefined ? {} : { transcodedFrom: this.#transcodedFrom }
    const codecs = { video: this.#video, audio: this.#audio, sampleRate: 8000, ...transcoded }
    socket.info({ deviceid: deviceId, channels: [channel], ...codecs })
  }
}
