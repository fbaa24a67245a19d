// Playbacks between nodes: the owning side, which holds the device's connection.
import { type SessionHandler, type SessionPeer, serveSessions } from '../../platform/bus/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { asFirst, type MediaFrame, mediaFrameCodec } from '../live-media/index.ts'
import { type BusPlaybackDeps, MAX_PLAYBACK_IN_FLIGHT_BYTES } from './bus-device-playbacks.ts'
import {
  isLast,
  type Playback,
  type PlaybackReader,
  type PlaybackState,
  type Playbacks,
} from './device-playback.types.ts'
import { playbackControlCodec, playbackOrderCodec, playbackStateCodec } from './device-playback-codecs.ts'
import { reportBusy } from './direct-device-playbacks.ts'

/** What a device still sends after it was held up; beyond it pictures are left out up to the next key frame. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024

/** The head of a frame is shorter than what is left. */
const MAX_PAYLOAD_BYTES = mediaFrameCodec.maxBytes - 64

/** Serves playbacks of a device to readers on other nodes until it is closed. */
export function serveDevicePlaybacks(
  deps: BusPlaybackDeps,
  deviceId: string,
  source: Pick<Playbacks, 'open'>,
): { close(): void } {
  const session = { ...deps, maxInFlightBytes: MAX_PLAYBACK_IN_FLIGHT_BYTES }
  return serveSessions(session, deviceSubject(deviceId, 'playback'), (bytes, peer) => {
    const order = playbackOrderCodec.decode(bytes)
    if (!order.ok) throw new Error(order.reason)
    const sender = new PlaybackSender(peer)
    sender.playback = source.open({ ...order.value, deviceId }, sender)
    if (sender.playback === null) reportBusy(sender, order.value.channel)
    return sender
  })
}

/** Sends a playback to its reader. Nothing is lost while the device can be held up. */
class PlaybackSender implements PlaybackReader, SessionHandler {
  playback: Playback | null = null
  readonly #peer: SessionPeer
  /** In order; at most `MAX_WAITING_BYTES`. */
  #waiting: MediaFrame[] = []
  #waitingBytes = 0
  #isSkipping = false
  /** Sent when no frame waits any more. */
  #last: PlaybackState | null = null
  /** The reader wants the device to wait. */
  #isHeldByReader = false

  constructor(peer: SessionPeer) {
    this.#peer = peer
  }

  frame(frame: MediaFrame): void {
    const isSendable = frame.payload.length <= MAX_PAYLOAD_BYTES && !this.#isSkipping
    if (isSendable && this.#waiting.length === 0 && this.#send(frame)) return
    if (this.#isSkipping && !(frame.kind === 'video' && frame.keyFrame)) return
    if (this.#waitingBytes + frame.payload.length > MAX_WAITING_BYTES || frame.payload.length > MAX_PAYLOAD_BYTES) {
      this.#isSkipping = true
      return
    }
    this.#waiting.push(this.#isSkipping ? asFirst(frame) : frame)
    this.#waitingBytes += frame.payload.length
    this.#isSkipping = false
    this.#hold()
  }

  state(state: PlaybackState): void {
    if (isLast(state)) {
      this.#last = state
      this.#flush()
    } else this.#peer.sendControl(playbackStateCodec.encode(state))
  }

  onData(): void {
    // Readers send no data.
  }

  onControl(bytes: Uint8Array): void {
    const control = playbackControlCodec.decode(bytes)
    if (!control.ok) return
    switch (control.value.kind) {
      case 'speed':
        this.playback?.speed(control.value.speed)
        return
      case 'seek':
        this.playback?.seek(control.value.timeMs)
        return
      case 'hold':
        this.#isHeldByReader = control.value.held
        this.#hold()
    }
  }

  onDrained(): void {
    this.#flush()
  }

  onEnd(): void {
    this.playback?.close()
  }

  #flush(): void {
    let sent = 0
    for (const frame of this.#waiting) {
      if (!this.#send(frame)) break
      this.#waitingBytes -= frame.payload.length
      sent += 1
    }
    this.#waiting.splice(0, sent)
    this.#hold()
    if (this.#last === null || this.#waiting.length > 0) return
    this.#peer.sendControl(playbackStateCodec.encode(this.#last))
    this.#peer.close()
  }

  #hold(): void {
    this.playback?.hold(this.#isHeldByReader || this.#waiting.length > 0)
  }

  #send(frame: MediaFrame): boolean {
    return this.#peer.sendData(mediaFrameCodec.encode(frame))
  }
}
