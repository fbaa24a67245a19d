// Belongs here: the readers of one stream, which of them wait for a key frame, and the frames that are kept for the next one.
// Does not: the conversation with the device (channel-hub.ts).
import type { StartupTrace } from '@fleetglass/contract/streams'
import type { Log } from '../../platform/log/index.ts'
import {
  asFirst,
  CachedGroup,
  type ChannelState,
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
export interface Subscriber {
  readonly reader: StreamReader
  /** Waits for its first key frame. */
  waiting: boolean
}

export class StreamReaders {
  readonly #deps: StreamReadersDeps
  readonly #group = new CachedGroup()
  /** Copied on change, so that a reader may leave while frames are handed out. */
  #subscribers: readonly Subscriber[] = []

  constructor(deps: StreamReadersDeps) {
    this.#deps = deps
  }

  get count(): number {
    return this.#subscribers.length
  }

  get cachedBytes(): number {
    return this.#group.bytes
  }

  add(reader: StreamReader): Subscriber {
    const subscriber: Subscriber = { reader, waiting: true }
    this.#subscribers = [...this.#subscribers, subscriber]
    return subscriber
  }

  /** A reader who joins a stream that is already running receives how it stands, and the kept frames. */
  welcome(subscriber: Subscriber): void {
    this.#publishTrace(subscriber)
    this.#publishState(subscriber)
    this.#catchUp(subscriber)
  }

  leave(subscriber: Subscriber): void {
    if (!this.#subscribers.includes(subscriber)) return
    this.#subscribers = this.#subscribers.filter((other) => other !== subscriber)
    if (this.#subscribers.length === 0) this.#deps.onEmpty()
  }

  /** Forgets all without calling `onEmpty`. */
  close(): void {
    this.#subscribers = []
  }

  clearCached(): void {
    this.#group.clear()
  }

  frame(frame: MediaFrame): void {
    this.#group.push(frame)
    for (const subscriber of this.#subscribers) {
      if (!subscriber.waiting || frame.kind === 'audio') this.#give(subscriber, frame)
      else if (frame.keyFrame) {
        subscriber.waiting = false
        this.#give(subscriber, asFirst(frame))
      }
    }
  }

  publishState(): void {
    for (const subscriber of this.#subscribers) this.#publishState(subscriber)
  }

  publishTrace(): void {
    for (const subscriber of this.#subscribers) this.#publishTrace(subscriber)
  }

  #catchUp(subscriber: Subscriber): void {
    const [first, ...rest] = this.#group.frames
    if (first === undefined || !this.#subscribers.includes(subscriber)) return
    subscriber.waiting = false
    this.#give(subscriber, asFirst(first))
    // Sound that was kept before it was forbidden is not given.
    const isSilenced = this.#deps.isSilenced()
    for (const frame of rest) if (frame.kind === 'video' || !isSilenced) this.#give(subscriber, frame)
  }

  #give(subscriber: Subscriber, frame: MediaFrame): void {
    try {
      subscriber.reader.frame(frame)
    } catch (error) {
      this.#expel(subscriber, error)
    }
  }

  #publishState(subscriber: Subscriber): void {
    try {
      subscriber.reader.state(this.#deps.state())
    } catch (error) {
      this.#expel(subscriber, error)
    }
  }

  #publishTrace({ reader }: Subscriber): void {
    const startupTrace = this.#deps.startupTrace()
    if (startupTrace) reader.startupTrace?.(startupTrace)
  }

  #expel(subscriber: Subscriber, error: unknown): void {
    const { log, address, onReaderFailed } = this.#deps
    onReaderFailed()
    log.error({ err: error, ...address }, 'a reader failed and was dropped')
    this.leave(subscriber)
  }
}
