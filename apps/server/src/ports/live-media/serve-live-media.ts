// The owning side of live media over the bus: this node holds the device's connection.
import { type SessionHandler, type SessionPeer, serveSessions } from '../../platform/bus/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { type BusLiveMediaDeps, MAX_LIVE_IN_FLIGHT_BYTES } from './bus-live-media.ts'
import { asFirst } from './first-frame.ts'
import type { LiveMediaSource, LiveSubscription, MediaFrame, StreamReader } from './live-media.types.ts'
import { liveChoiceCodec, liveOrderCodec, liveStateCodec, traceReplyCodec } from './live-media-codecs.ts'
import { mediaFrameCodec } from './media-frame-codec.ts'

/** The head of a frame is shorter than what is left. */
const MAX_PAYLOAD_BYTES = mediaFrameCodec.maxBytes - 64

/** Serves the streams of a device to readers on other nodes until it is closed. */
export function serveLiveMedia(deps: BusLiveMediaDeps, deviceId: string, source: LiveMediaSource): { close(): void } {
  const session = { ...deps, maxInFlightBytes: MAX_LIVE_IN_FLIGHT_BYTES }
  const streams = serveSessions(session, deviceSubject(deviceId, 'live'), (bytes, peer) => {
    const { channel, main } = orderOf(bytes)
    const sender = new FrameSender(peer)
    sender.subscription = source.subscribe({ deviceId, channel, main: main ?? undefined }, sender)
    return sender
  })
  const traces = deps.bus.respond(deviceSubject(deviceId, 'trace'), async (bytes) => {
    const { channel, main } = orderOf(bytes)
    return traceReplyCodec.encode({ trace: source.startupTrace({ deviceId, channel, main: main ?? undefined }) })
  })
  return {
    close() {
      streams.close()
      traces.close()
    },
  }
}

function orderOf(bytes: Uint8Array): { readonly channel: number; readonly main: boolean | null } {
  const order = liveOrderCodec.decode(bytes)
  if (!order.ok) throw new Error(order.reason)
  return order.value
}

/** Sends a stream to one reader; what does not fit is left out up to the next key frame. */
class FrameSender implements StreamReader, SessionHandler {
  subscription: LiveSubscription | null = null
  readonly #peer: SessionPeer
  /** Pictures are left out: the reader's last one is not the one before the next. */
  #isSkipping = false

  constructor(peer: SessionPeer) {
    this.#peer = peer
  }

  frame(frame: MediaFrame): void {
    if (!this.#isSkipping) {
      this.#isSkipping = !this.#send(frame)
      return
    }
    if (frame.kind !== 'video' || !frame.keyFrame) return
    this.#isSkipping = !this.#send(asFirst(frame))
  }

  state(state: Parameters<StreamReader['state']>[0]): void {
    this.#peer.sendControl(liveStateCodec.encode({ kind: 'state', state }))
  }

  startupTrace(trace: Parameters<NonNullable<StreamReader['startupTrace']>>[0]): void {
    this.#peer.sendControl(liveStateCodec.encode({ kind: 'trace', trace }))
  }

  onData(): void {
    // Readers send no data.
  }

  onControl(bytes: Uint8Array): void {
    const choice = liveChoiceCodec.decode(bytes)
    if (choice.ok) this.subscription?.prefer(choice.value.main)
  }

  onDrained(): void {
    // The next key frame goes on by itself.
  }

  onEnd(): void {
    this.subscription?.close()
  }

  #send(frame: MediaFrame): boolean {
    if (frame.payload.length > MAX_PAYLOAD_BYTES) return false
    return this.#peer.sendData(mediaFrameCodec.encode(frame))
  }
}
