// Belongs here: a reader who may go over from one stream of a channel to the other. Does not: the streams (channel-hub.ts).
import type { ChannelState, LiveSubscription, MediaFrame, StreamReader } from './live-media.types.ts'

/** A seat in one hub. */
interface StreamSide {
  readonly main: boolean
  subscription: { close(): void }
}

export interface SwitchingDeps {
  readonly reader: StreamReader
  readonly hubOf: (main: boolean) => { subscribe(reader: StreamReader): { close(): void } }
  /** Whether the other stream plays, so that a reader whose own fails may go over. */
  readonly plays: (main: boolean) => boolean
  /** Such a reader stays on its stream. */
  readonly stays: boolean
}

/** Reads one stream and, while it changes over, waits in the other one: there is no moment without a picture. */
export class SwitchingSubscription implements LiveSubscription {
  readonly #deps: SwitchingDeps
  #current: StreamSide | null = null
  /** Takes the place of the current one with its first key frame. */
  #coming: StreamSide | null = null
  /** The coming one plays sound alone: there is no key frame to wait for. */
  #comingHasNoPicture = false
  /** Why the current one gives nothing any more, while another one is waited for. */
  #failure: ChannelState | null = null
  #closed = false

  constructor(deps: SwitchingDeps, main: boolean) {
    this.#deps = deps
    this.#current = this.#subscribe(main, (side) => {
      this.#current = side
    })
  }

  prefer(main: boolean): void {
    if (this.#closed || (this.#coming ?? this.#current)?.main === main) return
    this.#leaveComing()
    if (this.#current?.main === main && this.#failure === null) return
    this.#wait(main)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#leaveComing()
    this.#current?.subscription.close()
    this.#current = null
  }

  #wait(main: boolean): void {
    this.#comingHasNoPicture = false
    this.#subscribe(main, (side) => {
      this.#coming = side
    })
  }

  /** A hub may give its kept pictures at once: the seat is in its place before. */
  #subscribe(main: boolean, take: (side: StreamSide) => void): StreamSide {
    const side: StreamSide = { main, subscription: { close: () => {} } }
    take(side)
    const subscription = this.#deps.hubOf(main).subscribe({
      frame: (frame) => this.#frame(side, frame),
      state: (state) => this.#state(side, state),
      startupTrace: (startupTrace) => {
        if ((this.#coming ?? this.#current) === side) this.#deps.reader.startupTrace?.(startupTrace)
      },
    })
    side.subscription = subscription
    if (side !== this.#current && side !== this.#coming) subscription.close()
    return side
  }

  #frame(side: StreamSide, frame: MediaFrame): void {
    if (side === this.#coming) {
      // Pictures of the other stream are not given up for sound that comes before the new ones.
      if (frame.kind === 'audio' && !this.#comingHasNoPicture) return
      const before = this.#current
      this.#current = side
      this.#coming = null
      this.#failure = null
      before?.subscription.close()
      const isSoundAlone = frame.kind === 'audio'
      this.#deps.reader.state({ kind: 'playing', sinceMs: frame.timestampMs, codec: frame.codec, isSoundAlone })
    }
    if (side !== this.#current) return
    this.#deps.reader.frame(frame)
  }

  #state(side: StreamSide, state: ChannelState): void {
    if (side === this.#coming) {
      this.#comingHasNoPicture = state.kind === 'playing' && state.isSoundAlone === true
      if (state.kind === 'failed') this.#comingFailed(state)
      // Without a picture the reader receives the steps towards one.
      else if (this.#failure !== null && state.kind !== 'playing') this.#deps.reader.state(state)
      return
    }
    if (side !== this.#current) return
    if (state.kind !== 'failed') {
      this.#failure = null
      this.#deps.reader.state(state)
      return
    }
    if (this.#coming !== null) {
      this.#failure = state
      return
    }
    if (!this.#deps.stays && this.#deps.plays(!side.main)) {
      this.#failure = state
      this.#wait(!side.main)
    } else this.#deps.reader.state(state)
  }

  /** The present picture stays; when there is none, the reader is notified. */
  #comingFailed(state: ChannelState): void {
    this.#leaveComing()
    if (this.#failure !== null) this.#deps.reader.state(state)
  }

  #leaveComing(): void {
    const coming = this.#coming
    this.#coming = null
    coming?.subscription.close()
  }
}
