// Frames of a device's own recording, between nodes: on their way to the node that records the device.
import {
  type Bus,
  openSession,
  type SessionHandler,
  type SessionPeer,
  serveSessions,
} from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { asFirst, type MediaFrame, mediaFrameCodec } from '../live-media/index.ts'
import type { GapFill, GapFills } from './device-footage.types.ts'
import { gapFillControlCodec, gapFillOrderCodec } from './recording-codecs.ts'

/** On their way; what is more is left out up to the next key frame, and stays a gap. */
const MAX_IN_FLIGHT_BYTES = 8 * 1024 * 1024

/** The head of a frame is shorter than what is left. */
const MAX_PAYLOAD_BYTES = mediaFrameCodec.maxBytes - 64

export interface BusGapFillsDeps {
  readonly bus: Bus
  readonly clock: Clock
}

export function createBusGapFills(deps: BusGapFillsDeps): GapFills {
  return {
    fillGap(deviceId, channel, range) {
      const begun = Promise.withResolvers<GapFill | null>()
      const closed = Promise.withResolvers<void>()
      const order = gapFillOrderCodec.encode({ channel, startMs: range.startMs, endMs: range.endMs })
      const session = { ...deps, maxInFlightBytes: MAX_IN_FLIGHT_BYTES }
      const end = (): void => {
        begun.resolve(null)
        closed.resolve()
      }
      const peer = openSession(session, deviceSubject(deviceId, 'cover'), order, {
        onData: () => undefined,
        onControl(bytes) {
          const control = gapFillControlCodec.decode(bytes)
          if (control.ok && control.value.kind === 'begun') begun.resolve(gapFillOver(peer, closed.promise))
          else {
            peer.close()
            end()
          }
        },
        onDrained: () => undefined,
        onEnd: end,
      })
      // Answered once the session is open: frames before that would be lost.
      peer.sendControl(gapFillControlCodec.encode({ kind: 'begin' }))
      return begun.promise
    },
  }
}

function gapFillOver(peer: SessionPeer, closed: Promise<void>): GapFill {
  let isSkipping = false
  let isClosing = false
  const send = (frame: MediaFrame): boolean =>
    frame.payload.length <= MAX_PAYLOAD_BYTES && peer.sendData(mediaFrameCodec.encode(frame))
  return {
    frame(frame) {
      if (isClosing) return
      if (!isSkipping) isSkipping = !send(frame)
      else if (frame.kind === 'video' && frame.keyFrame) isSkipping = !send(asFirst(frame))
    },
    close() {
      if (!isClosing) peer.sendControl(gapFillControlCodec.encode({ kind: 'close' }))
      isClosing = true
      return closed
    },
  }
}

/** Takes the frames of a device that is connected to this node. */
export function serveGapFills(deps: BusGapFillsDeps, deviceId: string, source: GapFills): { close(): void } {
  const session = { ...deps, maxInFlightBytes: MAX_IN_FLIGHT_BYTES }
  return serveSessions(session, deviceSubject(deviceId, 'cover'), (bytes, peer) => {
    const order = gapFillOrderCodec.decode(bytes)
    if (!order.ok) throw new Error(order.reason)
    const { channel, startMs, endMs } = order.value
    return new GapFillReceiver(peer, () => source.fillGap(deviceId, channel, { startMs, endMs }))
  })
}

class GapFillReceiver implements SessionHandler {
  readonly #peer: SessionPeer
  readonly #begin: () => Promise<GapFill | null>
  #gapFill: GapFill | null = null
  #isOver = false

  constructor(peer: SessionPeer, begin: () => Promise<GapFill | null>) {
    this.#peer = peer
    this.#begin = begin
  }

  onData(bytes: Uint8Array): void {
    const frame = mediaFrameCodec.decode(bytes)
    if (frame.ok) this.#gapFill?.frame(frame.value)
  }

  onControl(bytes: Uint8Array): void {
    const control = gapFillControlCodec.decode(bytes)
    if (!control.ok) return
    if (control.value.kind === 'begin') void this.#start()
    else if (control.value.kind === 'close') void this.#close()
  }

  onDrained(): void {
    // Nothing is sent back.
  }

  onEnd(): void {
    this.#isOver = true
    void this.#gapFill?.close()
  }

  async #start(): Promise<void> {
    this.#gapFill = await this.#begin().catch(() => null)
    if (this.#isOver) await this.#gapFill?.close()
    else this.#peer.sendControl(gapFillControlCodec.encode({ kind: this.#gapFill === null ? 'not-taken' : 'begun' }))
  }

  async #close(): Promise<void> {
    await this.#gapFill?.close()
    this.#peer.sendControl(gapFillControlCodec.encode({ kind: 'closed' }))
  }
}
