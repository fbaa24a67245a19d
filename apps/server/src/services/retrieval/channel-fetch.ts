// Belongs here: one channel of one piece of footage, from the question to its end. Does not: whose turn it is (footage.ts),
// the commands to the device (ingest/device-playback), files (ingest/recorder).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { BytePacer } from '../../platform/limits/index.ts'
import type { DevicePlaybacks, Playback, PlaybackOrder, PlaybackState } from '../../ports/device-playback/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { FootageWriter } from '../../ports/recordings/index.ts'

/** Bytes that may wait for the disk; above it the device is held up. */
const WAITING_BYTES = 4 * 1024 * 1024
/** Below this it goes on. */
const WRITTEN_ENOUGH_BYTES = 1024 * 1024
const POLL_MS = 20
/** A device that plays beyond the requested range is stopped. */
const BEHIND_END_MS = 5_000

export type FetchEnd =
  | { readonly kind: 'finished' }
  /** It has nothing of the time. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'offline'; readonly reason: string }
  /** The channel has a viewer: the fetch continues afterwards. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** To be tried again after a while. */
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'stopped' }

export interface ChannelFetchDeps {
  readonly clock: Clock
  readonly playbacks: DevicePlaybacks
  readonly writer: FootageWriter
  /** The rate at which it may come. */
  readonly pacer: BytePacer
  readonly audio: boolean
  /** Unix ms of what came, and its bytes. */
  readonly onProgress: (timestampMs: number, bytes: number) => void
}

const busy: FetchEnd = {
  kind: 'busy',
  reason: 'A recording of this channel is being watched. It goes on afterwards.',
}

/** Ends by itself, or when it is stopped; the writer is not closed here. */
export class ChannelFetch {
  readonly ended: Promise<FetchEnd>
  readonly #deps: ChannelFetchDeps
  readonly #order: PlaybackOrder
  readonly #resolve: (end: FetchEnd) => void
  #playback: Playback | null = null
  #holding: Timer | null = null
  #isOver = false

  constructor(order: PlaybackOrder, deps: ChannelFetchDeps) {
    this.#deps = deps
    this.#order = order
    const { promise, resolve } = Promise.withResolvers<FetchEnd>()
    this.ended = promise
    this.#resolve = resolve
    const playback = deps.playbacks.open(order, {
      frame: (frame) => this.#frame(frame),
      state: (state) => this.#state(state),
    })
    // The first state may have been the last.
    if (this.#isOver) playback.close()
    else this.#playback = playback
  }

  stop(): void {
    this.#end({ kind: 'stopped' })
  }

  #frame(frame: MediaFrame): void {
    if (this.#isOver) return
    const { writer, pacer, clock, audio, onProgress } = this.#deps
    // Also what is not kept has used the link of the device.
    const waitMs = pacer.count(frame.payload.length, clock.monotonicMs())
    const { toMs } = this.#order
    if (frame.timestampMs >= toMs) {
      if (frame.timestampMs > toMs + BEHIND_END_MS) this.#end({ kind: 'finished' })
      return
    }
    if (frame.kind === 'audio' && !audio) return
    writer.frame(frame)
    onProgress(frame.timestampMs, frame.payload.length)
    if (writer.error !== null) this.#diskFailed(writer.error)
    else if (writer.waitingBytes > WAITING_BYTES || waitMs > POLL_MS) this.#holdUp()
  }

  /** The device waits for the disk, or for its rate: nothing is kept here for it. */
  #holdUp(): void {
    if (this.#holding !== null) return
    this.#playback?.hold(true)
    this.#holding = this.#deps.clock.every(POLL_MS, () => {
      const { waitingBytes, error } = this.#deps.writer
      if (error !== null) this.#diskFailed(error)
      if (this.#isOver || waitingBytes > WRITTEN_ENOUGH_BYTES) return
      if (this.#deps.pacer.waitMs(this.#deps.clock.monotonicMs()) > 0) return
      this.#holding?.cancel()
      this.#holding = null
      this.#playback?.hold(false)
    })
  }

  #diskFailed(error: Error): void {
    this.#end({ kind: 'broken', reason: `The disk takes nothing: ${error.message}` })
  }

  #state(state: PlaybackState): void {
    switch (state.kind) {
      case 'ended':
        this.#end({ kind: 'finished' })
        return
      case 'replaced':
        this.#end(busy)
        return
      case 'failed':
        this.#end(failureOf(state))
        return
      default:
    }
  }

  #end(end: FetchEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#holding?.cancel()
    this.#playback?.close()
    this.#resolve(end)
  }
}

function failureOf({ reason, detail }: PlaybackState & { kind: 'failed' }): FetchEnd {
  if (reason === 'no-record') return { kind: 'nothing' }
  if (reason === 'busy') return busy
  return { kind: reason === 'offline' ? 'offline' : 'broken', reason: detail }
}
