import { StreamClose, type StreamLadder } from '@fleetglass/contract/streams'
import type { ChannelState, LiveSubscription, MediaFrame, StreamReader, Streams } from '../../engines/streams/index.ts'
import type { MediaSocket } from '../../engines/viewers/index.ts'

/** Words for the person who waits for the picture. */
const waitingFor = {
  idle: 'starting',
  asking: 'asking the device',
  accepted: 'the device agreed, its video connection is awaited',
  connected: 'the device is connected, its picture is awaited',
} as const

/** A viewer of a live channel: a reader of the hub with a socket. Closes when the socket does, or by itself on failure. */
export function watchLive(deps: {
  readonly streams: Streams
  readonly deviceId: string
  readonly channel: number
  /** Left out: as the device is set. */
  readonly main?: boolean | undefined
  readonly socket: MediaSocket
}): LiveSubscription {
  const { streams, deviceId, channel, main, socket } = deps
  return streams.subscribe({ deviceId, channel, main }, new LiveViewer(socket, deviceId, channel))
}

class LiveViewer implements StreamReader {
  readonly #socket: MediaSocket
  readonly #deviceId: string
  readonly #channel: number
  #video = 0
  #audio = 0

  constructor(socket: MediaSocket, deviceId: string, channel: number) {
    this.#socket = socket
    this.#deviceId = deviceId
    this.#channel = channel
    this.#tellCodecs()
  }

  frame(frame: MediaFrame): void {
    if (frame.kind === 'video' ? frame.codec !== this.#video : frame.codec !== this.#audio) {
      if (frame.kind === 'video') this.#video = frame.codec
      else this.#audio = frame.codec
      this.#tellCodecs()
    }
    this.#socket.offer(frame)
  }

  ladder(ladder: StreamLadder): void {
    this.#socket.say(ladder)
  }

  state(state: ChannelState): void {
    switch (state.kind) {
      case 'playing':
        this.#socket.state('playing')
        return
      case 'failed':
        this.#socket.fail(closeCodeOf(state.reason), state.detail)
        return
      default:
        this.#socket.state('buffering', waitingFor[state.kind])
    }
  }

  #tellCodecs(): void {
    this.#socket.info({
      deviceid: this.#deviceId,
      channels: [this.#channel],
      video: this.#video,
      audio: this.#audio,
      sampleRate: 8000,
    })
  }
}

function closeCodeOf(reason: Extract<ChannelState, { kind: 'failed' }>['reason']): number {
  if (reason === 'offline') return StreamClose.deviceOffline
  return reason === 'forbidden' ? StreamClose.noRight : StreamClose.deviceFailure
}
