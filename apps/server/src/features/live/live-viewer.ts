import type { AppError } from '@fleetglass/contract/errors'
import type { StartupTrace } from '@fleetglass/contract/streams'
import type {
  ChannelState,
  LiveMedia,
  LiveSubscription,
  MediaFrame,
  StreamReader,
} from '../../ports/live-media/index.ts'
import { type MediaSocket, streamError } from '../../services/viewers/index.ts'

/** Words for the person who waits for the picture. */
const waitingFor = {
  idle: 'starting',
  asking: 'asking the device',
  accepted: 'the device agreed, its video connection is awaited',
  connected: 'the device is connected, its picture is awaited',
} as const

/** A viewer of a live channel: a reader of the hub with a socket. Closes when the socket does, or by itself on failure. */
export function watchLive(deps: {
  readonly streams: Pick<LiveMedia, 'subscribe'>
  readonly deviceId: string
  readonly channel: number
  /** Left out: as the device is set. */
  readonly main?: boolean | undefined
  readonly socket: MediaSocket
  /** What becomes of a failure; left out: the socket is closed with it. */
  readonly failed?: (error: AppError) => void
}): LiveSubscription {
  const { streams, deviceId, channel, main, socket } = deps
  const failed = deps.failed ?? ((error) => socket.fail(error))
  return streams.subscribe({ deviceId, channel, main }, new LiveViewer(socket, deviceId, channel, failed))
}

class LiveViewer implements StreamReader {
  readonly #socket: MediaSocket
  readonly #deviceId: string
  readonly #channel: number
  readonly #failed: (error: AppError) => void
  #video = 0
  #audio = 0
  #transcodedFrom: number | undefined

  constructor(socket: MediaSocket, deviceId: string, channel: number, failed: (error: AppError) => void) {
    this.#failed = failed
    this.#socket = socket
    this.#deviceId = deviceId
    this.#channel = channel
    this.#sendCodecs()
  }

  frame(frame: MediaFrame): void {
    if (frame.kind === 'video' ? frame.codec !== this.#video : frame.codec !== this.#audio) {
      if (frame.kind === 'video') {
        this.#video = frame.codec
        this.#transcodedFrom = frame.transcodedFrom
      } else this.#audio = frame.codec
      this.#sendCodecs()
    }
    this.#socket.offer(frame, this.#channel)
  }

  startupTrace(startupTrace: StartupTrace): void {
    this.#socket.say(startupTrace)
  }

  state(state: ChannelState): void {
    switch (state.kind) {
      case 'playing':
        this.#socket.state('playing', state.isSoundAlone ? 'the device sends sound, and no picture' : undefined)
        return
      case 'failed':
        this.#failed(streamError(state.reason))
        return
      default:
        this.#socket.state('buffering', waitingFor[state.kind])
    }
  }

  #sendCodecs(): void {
    this.#socket.info({
      deviceid: this.#deviceId,
      channels: [this.#channel],
      video: this.#video,
      audio: this.#audio,
      sampleRate: 8000,
      ...(this.#transcodedFrom !== undefined && { transcodedFrom: this.#transcodedFrom }),
    })
  }
}
