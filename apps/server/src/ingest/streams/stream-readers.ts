// Belongs here: the readers of one stream, which of them wait for a key frame, and the frames that are kept for the next one.
// Does not: the conversation with the device (channel-hub.ts).
import type { StartupTrace } from '@fleetglass/contract/streams'
import type { Log } from '../../platform/log/index.ts'
import {
  asFirst,
  type ChannelState,
  KeptGroup,
  type MediaFrame,
  type StreamAddress,
  type StreamReader,
} from '../../ports/live-media/index.ts'

export interface StreamReadersDeps {
  readonly log: Log
  readonly address: StreamAddress
  readonly state: () => ChannelState
  readonly startupTrace: () => StartupTrace | null
  /** Sound of this channel is not passed on. */
  readonly isSilenced: () => boolean
  readonly onReaderFailed: () => void
  /** The last reader has left. */
  readonly onEmpty: () => void
}

/** One reader's place. */
export interface Seat {
  readonly reader: StreamReader
  /** Waits for its first key frame. */
  waiting: boolean
}

export class StreamReaders {
  readonly #deps: StreamReadersDeps
  readonly #group = new KeptGroup()
  /** Copied on change, so that a reader may leave while frames are handed out. */
  #seats: readonly Seat[] = []

  constructor(deps: StreamReadersDeps) {
    this.#deps = deps
  }

  get count(): number {
    return this.#seats.length
  }

  get keptBytes(): number {
    return this.#group.bytes
  }

  add(reader: StreamReader): Seat {
    const seat: Seat = { reader, waiting: true }
    this.#seats = [...this.#seats, seat]
    return seat
  }

  /** A reader who joins a stream that is already running receives how it stands, and the kept frames. */
  welcome(seat: Seat): void {
    this.#publishTrace(seat)
    this.#publishState(seat)
    this.#catchUp(seat)
  }

  leave(seat: Seat): void {
    if (!this.#seats.includes(seat)) return
    this.#seats = this.#seats.filter((other) => other !== seat)
    if (this.#seats.length === 0) this.#deps.onEmpty()
  }

  /** Forgets all without calling `onEmpty`. */
  close(): void {
    this.#seats = []
  }

  clearKept(): void {
    this.#group.clear()
  }

  frame(frame: MediaFrame): void {
    this.#group.push(frame)
    for (const seat of this.#seats) {
      if (!seat.waiting || frame.kind === 'audio') this.#give(seat, frame)
      else if (frame.keyFrame) {
        seat.waiting = false
        this.#give(seat, asFirst(frame))
      }
    }
  }

  publishState(): void {
    for (const seat of this.#seats) this.#publishState(seat)
  }

  publishTrace(): void {
    for (const seat of this.#seats) this.#publishTrace(seat)
  }

  #catchUp(seat: Seat): void {
    const [first, ...rest] = this.#group.frames
    if (first === undefined || !this.#seats.includes(seat)) return
    seat.waiting = false
    this.#give(seat, asFirst(first))
    // Sound that was kept before it was forbidden is not given.
    const isSilenced = this.#deps.isSilenced()
    for (const frame of rest) if (frame.kind === 'video' || !isSilenced) this.#give(seat, frame)
  }

  #give(seat: Seat, frame: MediaFrame): void {
    try {
      seat.reader.frame(frame)
    } catch (error) {
      this.#expel(seat, error)
    }
  }

  #publishState(seat: Seat): void {
    try {
      seat.reader.state(this.#deps.state())
    } catch (error) {
      this.#expel(seat, error)
    }
  }

  #publishTrace({ reader }: Seat): void {
    const startupTrace = this.#deps.startupTrace()
    if (startupTrace) reader.startupTrace?.(startupTrace)
  }

  #expel(seat: Seat, error: unknown): void {
    const { log, address, onReaderFailed } = this.#deps
    onReaderFailed()
    log.error({ err: error, ...address }, 'a reader failed and was dropped')
    this.leave(seat)
  }
}
