import {
  channelMask,
  liveStreamAddress,
  type MediaMessage,
  parseMediaMessage,
  parseStreamMessage,
  playbackStreamAddress,
  remoteStreamAddress,
  type StreamCommand,
  type StreamServerMessage,
} from '@fleetglass/contract/streams'
import type { LiveStreamKind, StreamServer, StreamSource } from './player.types.ts'

export interface StreamSocketEvents {
  opened(): void
  media(message: MediaMessage): void
  said(message: StreamServerMessage): void
  closed(code: number): void
}

/** What we use of a browser's WebSocket; tests give their own. */
export interface MediaSocketLike {
  binaryType: BinaryType
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send(data: string): void
  close(code?: number): void
}

export type OpenMediaSocket = (url: string) => MediaSocketLike

const connecting = 0
const open = 1

/** One connection to `ws.cgi`. What is no message of ours is dropped (STRM-21); after `close()` nothing is reported. */
export class StreamSocket {
  readonly #socket: MediaSocketLike

  constructor(url: string, openSocket: OpenMediaSocket, events: StreamSocketEvents) {
    const socket = openSocket(url)
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => events.opened()
    socket.onclose = ({ code }) => events.closed(code)
    socket.onmessage = ({ data }: { readonly data: unknown }) => receive(data, events)
    this.#socket = socket
  }

  /** Sends when the socket is open; commands of before belong to a stream that is gone. */
  send(command: StreamCommand): void {
    if (this.#socket.readyState === open) this.#socket.send(JSON.stringify(command))
  }

  close(): void {
    const socket = this.#socket
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    // Closed while it connects, Chromium writes the address to its console, and that holds the hash (ERR0-05).
    if (socket.readyState === connecting) socket.onopen = () => socket.close(1000)
    else socket.close(1000)
  }
}

function receive(data: unknown, events: StreamSocketEvents): void {
  if (data instanceof ArrayBuffer) {
    const message = parseMediaMessage(new Uint8Array(data))
    if (message !== null) events.media(message)
  } else if (typeof data === 'string') {
    const message = parseStreamMessage(data)
    if (message !== null) events.said(message)
  }
}

/** What is requested of a stream beside its source. */
export interface StreamWishes {
  readonly stream: LiveStreamKind
  /** The server shall make H.264 of it. */
  readonly transcoded: boolean
}

/** The address of a stream: `wss` when the page is https (STRM-40). Holds the hash: never log it. */
export function streamUrl(server: StreamServer, source: StreamSource, wishes: StreamWishes): string {
  const { deviceId: deviceid, channel } = source
  const parameters = { deviceid, channel, user: server.user, password: server.passwordHash, streamid: source.streamId }
  const path = (): string => {
    switch (source.kind) {
      case 'live':
        return liveStreamAddress({
          ...parameters,
          main: wishes.stream === 'main' ? 1 : 0,
          codec: wishes.transcoded ? 'h264' : undefined,
        })
      case 'playback':
        return playbackStreamAddress({
          type: 'lopb',
          ...parameters,
          spbtime: String(source.startS),
          speed: source.paused === true ? 0 : undefined,
          codec: wishes.transcoded ? 'h264' : undefined,
        })
      case 'remote':
        return remoteStreamAddress({
          type: 'repb',
          ...parameters,
          chs: channelMask(source.channels),
          spbtime: String(source.startS),
          duration: source.endS - source.startS,
          main: source.main ? 1 : 0,
        })
    }
  }
  return `${server.secure ? 'wss' : 'ws'}://${server.host}:${server.port}${path()}`
}
