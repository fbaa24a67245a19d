// Belongs here: one socket of `ws.cgi` for several tiles (STRM-31). Does not: what a tile does with it (engines/player).
import { MEDIA_HEADER_BYTES } from '@fleetglass/contract/streams'
import type { MediaSocketLike, OpenMediaSocket } from '../player/index.ts'

/** Where the channel stands in the media header (STRM-18). */
const channelByte = 6
const open = 1

/**
 * Streams that several tiles share: those with the same stream id get one socket, each the media of its channel and
 * all messages. The socket is closed when its last tile has left.
 */
export class SharedStream {
  readonly #openSocket: OpenMediaSocket
  readonly #openers = new Map<number, OpenMediaSocket>()
  #current: Connection | null = null

  constructor(openSocket: OpenMediaSocket = (url) => new WebSocket(url)) {
    this.#openSocket = openSocket
  }

  /** How the tile of a channel opens its streams; the same function each time. */
  opener(channel: number): OpenMediaSocket {
    const known = this.#openers.get(channel)
    if (known) return known
    const opener: OpenMediaSocket = (url) => {
      const streamId = new URL(url).searchParams.get('streamid')
      if (this.#current === null || this.#current.ended || this.#current.streamId !== streamId) {
        this.#current = new Connection(streamId, this.#openSocket(url))
      }
      return this.#current.join(channel)
    }
    this.#openers.set(channel, opener)
    return opener
  }
}

/** One socket and its tiles. */
class Connection {
  readonly streamId: string | null
  ended = false
  readonly socket: MediaSocketLike
  readonly #tiles = new Set<TileSocket>()
  #lastSent = ''

  constructor(streamId: string | null, socket: MediaSocketLike) {
    this.streamId = streamId
    this.socket = socket
    socket.binaryType = 'arraybuffer'
    socket.onopen = (event) => this.#each((tile) => tile.onopen?.(event))
    socket.onmessage = (event) => this.#received(event)
    socket.onclose = (event) => {
      this.ended = true
      this.#each((tile) => tile.onclose?.(event))
      this.#tiles.clear()
    }
  }

  join(channel: number): MediaSocketLike {
    const tile = new TileSocket(this, channel)
    this.#tiles.add(tile)
    if (this.socket.readyState === open) queueMicrotask(() => tile.onopen?.(new Event('open')))
    return tile
  }

  /** All tiles send the same: the server needs it once. */
  say(text: string): void {
    if (text === this.#lastSent || this.socket.readyState !== open) return
    this.#lastSent = text
    this.socket.send(text)
  }

  leave(tile: TileSocket): void {
    this.#tiles.delete(tile)
    if (this.#tiles.size > 0 || this.ended) return
    this.ended = true
    const { socket } = this
    socket.onmessage = null
    socket.onclose = null
    // Closed while it connects, Chromium writes the address to its console, and that holds the hash (ERR0-05).
    if (socket.readyState === open) socket.close(1000)
    else socket.onopen = () => socket.close(1000)
  }

  #received(event: MessageEvent): void {
    const { data } = event as { readonly data: unknown }
    if (!(data instanceof ArrayBuffer)) {
      this.#each((tile) => tile.onmessage?.(event))
      return
    }
    if (data.byteLength < MEDIA_HEADER_BYTES) return
    const channel = new DataView(data).getUint8(channelByte)
    for (const tile of this.#tiles) if (tile.channel === channel) tile.onmessage?.(event)
  }

  /** A tile may leave while the others are notified. */
  #each(notify: (tile: TileSocket) => void): void {
    for (const tile of [...this.#tiles]) notify(tile)
  }
}

/** One tile's end. */
class TileSocket implements MediaSocketLike {
  binaryType: BinaryType = 'arraybuffer'
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  readonly channel: number
  readonly #connection: Connection

  constructor(connection: Connection, channel: number) {
    this.#connection = connection
    this.channel = channel
  }

  get readyState(): number {
    return this.#connection.socket.readyState
  }

  send(text: string): void {
    this.#connection.say(text)
  }

  close(): void {
    this.#connection.leave(this)
  }
}
