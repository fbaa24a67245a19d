// Live media between nodes. Bounds and overflow are those of `LiveMedia.subscribe`.
import {
  type Bus,
  NoResponder,
  openSession,
  RequestTimeout,
  type SessionEnd,
  type SessionPeer,
} from '../../platform/bus/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { deviceSubject } from '../device-subject.ts'
import type { LiveMedia, LiveSubscription, StreamReader, WantedStream } from './live-media.types.ts'
import { liveChoiceCodec, liveOrderCodec, liveStateCodec, traceReplyCodec } from './live-media-codecs.ts'
import { mediaFrameCodec } from './media-frame-codec.ts'

/** Of one reader on its way: a second of a good camera, or a large key frame. */
export const MAX_LIVE_IN_FLIGHT_BYTES = 8 * 1024 * 1024

/** How long after a failure the owning node is looked for again. */
const RETRY_MS = 2_000
const TRACE_MS = 5_000

export interface BusLiveMediaDeps {
  readonly bus: Bus
  readonly clock: Clock
}

export function createBusLiveMedia(deps: BusLiveMediaDeps): LiveMedia {
  return {
    subscribe: (channel, reader) => new RemoteSubscription(deps, channel, reader),
    async trace({ deviceId, channel, main }) {
      const order = liveOrderCodec.encode({ channel, main: main ?? null })
      try {
        const reply = traceReplyCodec.decode(await deps.bus.request(deviceSubject(deviceId, 'trace'), order, TRACE_MS))
        if (!reply.ok) throw new Error(reply.reason)
        return reply.value.trace
      } catch (error) {
        // A device that no node holds has no attempt that could be shown.
        if (error instanceof NoResponder || error instanceof RequestTimeout) return null
        throw error
      }
    },
  }
}

/** A reader of a stream on another node, through every node that holds the device while it reads. */
class RemoteSubscription implements LiveSubscription {
  readonly #deps: BusLiveMediaDeps
  readonly #reader: StreamReader
  readonly #wanted: WantedStream
  #main: boolean | null
  #peer: SessionPeer | null = null
  #retry: Timer | null = null
  #hasFailed = false
  #closed = false

  constructor(deps: BusLiveMediaDeps, wanted: WantedStream, reader: StreamReader) {
    this.#deps = deps
    this.#wanted = wanted
    this.#reader = reader
    this.#main = wanted.main ?? null
    this.#open()
  }

  prefer(main: boolean): void {
    this.#main = main
    this.#peer?.sendControl(liveChoiceCodec.encode({ main }))
  }

  close(): void {
    this.#closed = true
    this.#retry?.cancel()
    this.#peer?.close()
    this.#peer = null
  }

  #open(): void {
    this.#retry = null
    const { deviceId, channel } = this.#wanted
    const session = { ...this.#deps, maxInFlightBytes: MAX_LIVE_IN_FLIGHT_BYTES }
    const order = liveOrderCodec.encode({ channel, main: this.#main })
    this.#peer = openSession(session, deviceSubject(deviceId, 'live'), order, {
      onData: (bytes) => this.#frame(bytes),
      onControl: (bytes) => this.#state(bytes),
      onDrained: () => undefined,
      onEnd: (end) => this.#ended(end),
    })
  }

  #frame(bytes: Uint8Array): void {
    const frame = mediaFrameCodec.decode(bytes)
    if (this.#closed) return
    if (frame.ok) this.#reader.frame(frame.value)
    else this.#fail(frame.reason)
  }

  #state(bytes: Uint8Array): void {
    const received = liveStateCodec.decode(bytes)
    if (this.#closed) return
    if (!received.ok) {
      this.#fail(received.reason)
      return
    }
    this.#hasFailed = false
    if (received.value.kind === 'state') this.#reader.state(received.value.state)
    else this.#reader.startupTrace?.(received.value.trace)
  }

  #ended(end: SessionEnd): void {
    this.#peer = null
    if (!this.#closed) this.#fail(end.kind === 'refused' ? end.reason : 'the device is offline')
  }

  /** Reported once until the stream goes on. */
  #fail(detail: string): void {
    this.#peer?.close()
    this.#peer = null
    this.#retry ??= this.#deps.clock.after(RETRY_MS, () => this.#open())
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#reader.state({ kind: 'failed', sinceMs: this.#deps.clock.nowMs(), reason: 'offline', detail })
  }
}
