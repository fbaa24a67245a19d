import type { AppError } from '@fleetglass/contract/errors'
import {
  MEDIA_HEADER_BYTES,
  type MediaHeader,
  type StreamInfo,
  type StreamState,
  type TalkStep,
} from '@fleetglass/contract/streams'
import { streamFailure } from '../../platform/errors/index.ts'
import type { WebSocket } from '../../platform/ws/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { LatestMessage } from './latest-message.ts'

/** Bytes that wait for a viewer that does not read; above it frames are dropped up to the next key frame (STRM-36). */
export const SLOW_VIEWER_BYTES = 4 * 1024 * 1024

/** With so much unread no text is added either: the viewer is cut off. */
const UNREAD_LIMIT_BYTES = 2 * SLOW_VIEWER_BYTES

/** One `ws.cgi` socket: puts the 24-byte header in front of shared payloads and counts what was sent. */
export class MediaSocket {
  readonly #socket: WebSocket
  readonly #channel: number
  readonly #onDropped: () => void
  readonly #onSent: (bytes: number) => void
  readonly #latest: LatestMessage
  #sequence = 0
  /** Channels that wait for a key frame because the viewer was slow. */
  readonly #skipping = new Set<number>()
  #info = ''
  #state: StreamState | '' = ''
  #failure: AppError | null = null

  /** `channel`: of frames that are sent without one. `latest`: of all sockets that may send the same frame. */
  constructor(
    socket: WebSocket,
    channel: number,
    onDropped: () => void = () => {},
    onSent: (bytes: number) => void = () => {},
    latest: LatestMessage = new LatestMessage(),
  ) {
    this.#socket = socket
    this.#channel = channel
    this.#onDropped = onDropped
    this.#onSent = onSent
    this.#latest = latest
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** What it was closed with by `fail`. */
  get failure(): AppError | null {
    return this.#failure
  }

  /** Bytes given to the socket and not taken by the viewer. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount
  }

  /** Sends a live frame; a slow viewer loses frames instead, which the sequence numbers show. */
  offer(frame: MediaFrame, channel = this.#channel): void {
    if (!this.isOpen) return
    const slow = this.waitingBytes > SLOW_VIEWER_BYTES
    const skipping = this.#skipping.has(channel)
    const resumes = skipping && !slow && frame.kind === 'video' && frame.keyFrame
    if (slow || (skipping && !resumes)) {
      if (!skipping) this.#skipping.add(channel)
      this.#sequence = (this.#sequence + 1) >>> 0
      this.#onDropped()
      return
    }
    if (resumes) this.#skipping.delete(channel)
    this.send(frame, frame.discontinuity || resumes, channel)
  }

  /** Sends a frame whatever waits already: for a sender that waits for the viewer itself. */
  send(frame: MediaFrame, discontinuity: boolean, channel = this.#channel, shown?: MediaHeader['shown']): void {
    const sequence = this.#sequence
    this.#sequence = (sequence + 1) >>> 0
    this.#onSent(MEDIA_HEADER_BYTES + frame.payload.length)
    this.#latest.send(this.#socket, frame, { channel, discontinuity, sequence, shown })
  }

  /** What the socket carries; said again only when it changed. */
  info(info: Omit<StreamInfo, 'type'>): void {
    const text = JSON.stringify({ type: 'info', ...info })
    if (text !== this.#info) this.#text(text)
    this.#info = text
  }

  /** Where the stream stands; said again only when it changed. */
  state(state: StreamState, detail?: string, talk?: TalkStep): void {
    if (state === this.#state && detail === undefined && talk === undefined) return
    this.#state = state
    this.#text(JSON.stringify({ type: 'state', state, detail, talk }))
  }

  /** Anything else that a kind of stream has to say. */
  say(message: object): void {
    this.#text(JSON.stringify(message))
  }

  ping(): void {
    this.#text('{"type":"ping"}')
  }

  /** Says why and closes with the same code. */
  fail(error: AppError): void {
    if (!this.isOpen) return
    this.#failure = error
    const answer = streamFailure(error)
    this.#text(JSON.stringify(answer))
    // A close frame has room for 123 bytes.
    this.#socket.close(
      answer.code,
      Buffer.from(answer.message).subarray(0, 120).toString('utf8').replaceAll('\uFFFD', ''),
    )
  }

  /** The normal end. */
  end(): void {
    if (this.isOpen) this.#socket.close(1000)
  }

  #text(text: string): void {
    if (!this.isOpen) return
    if (this.waitingBytes > UNREAD_LIMIT_BYTES) this.#socket.terminate()
    else this.#socket.send(text)
  }
}
