// Belongs here: a stretch of a device's recording as MP4 files (MP4-32). Does not: the thread it runs on
// (download.worker.ts), the button (components/download-control.tsx).
import {
  channelMask,
  type MediaMessage,
  mayReconnect,
  parseMediaMessage,
  remoteStreamAddress,
  StreamClose,
} from '@fleetglass/contract/streams'
import type { Clock, Timer } from '../../../platform/clock/index.ts'
import type { MediaSocketLike, StreamServer } from '../../player/index.ts'
import { FilePacker } from './file-packer.ts'

/** What is wanted. */
export interface DownloadWish {
  readonly server: StreamServer
  readonly deviceId: string
  readonly channels: readonly number[]
  readonly main: boolean
  /** Unix seconds, `[startS, endS)`. */
  readonly startS: number
  readonly endS: number
}

/** A finished file. */
export interface DownloadedFile {
  readonly channel: number
  /** Unix ms of its first picture. */
  readonly startMs: number
  readonly blob: Blob
}

export interface DownloadEvents {
  /** Bytes that came so far. */
  received(bytes: number): void
  done(files: readonly DownloadedFile[]): void
  failed(reason: string): void
}

/** A link that was cut is tried again this often without anything new in between, each time after the pause. */
const mostTries = 3
const againMs = 2_000
/** A device takes its time to find a recording; after this long without a byte it is not coming. */
const silentMs = 60_000
/** So many pictures in a row that need no other: the device winds, and is requested to send everything at normal speed. */
const windingPictures = 4
/** Where `speed` 0 leaves pictures out. */
const ownPace = 1

/** Takes a stretch as fast as it comes, and goes on where it stood after a cut link. */
export class RemoteDownload {
  readonly #wish: DownloadWish
  readonly #events: DownloadEvents
  readonly #clock: Clock
  readonly #openSocket: (url: string) => MediaSocketLike
  #packers = new Map<number, FilePacker>()
  #socket: MediaSocketLike | null = null
  #timer: Timer | null = null
  #bytes = 0
  #tries = 0
  #speed = 0
  #reason = ''
  #over = false

  constructor(
    wish: DownloadWish,
    events: DownloadEvents,
    clock: Clock,
    openSocket: (url: string) => MediaSocketLike = (url) => new WebSocket(url),
  ) {
    this.#wish = wish
    this.#events = events
    this.#clock = clock
    this.#openSocket = openSocket
    this.#connect()
  }

  /** Sends no further message. */
  close(): void {
    this.#over = true
    this.#timer?.cancel()
    this.#drop()
  }

  #connect(): void {
    this.#drop()
    const socket = this.#openSocket(this.#url())
    socket.binaryType = 'arraybuffer'
    socket.onmessage = ({ data }: { readonly data: unknown }) => this.#received(data)
    socket.onclose = ({ code }) => this.#closed(code)
    this.#socket = socket
    this.#waitFor(silentMs, () => this.#closed(0))
  }

  #url(): string {
    const { server, deviceId, channels, main, startS, endS } = this.#wish
    const fromS = Math.max(startS, this.#reachedS())
    const path = remoteStreamAddress({
      type: 'repb',
      deviceid: deviceId,
      channel: channels[0] ?? 1,
      chs: channelMask(channels),
      user: server.user,
      password: server.passwordHash,
      main: main ? 1 : 0,
      speed: this.#speed,
      spbtime: String(fromS),
      duration: endS - fromS,
    })
    return `${server.secure ? 'wss' : 'ws'}://${server.host}:${server.port}${path}`
  }

  /** The whole second up to which every channel that came has come. */
  #reachedS(): number {
    const reached = [...this.#packers.values()].map(({ latestMs }) => latestMs)
    return reached.length < this.#wish.channels.length ? 0 : Math.floor(Math.min(...reached) / 1000)
  }

  #received(data: unknown): void {
    if (this.#over) return
    if (typeof data === 'string') {
      this.#receive(data)
      return
    }
    if (!(data instanceof ArrayBuffer)) return
    const message = parseMediaMessage(new Uint8Array(data))
    if (message === null) return
    this.#bytes += message.payload.length
    this.#tries = 0
    this.#waitFor(silentMs, () => this.#closed(0))
    this.#packerOf(message).push(message)
    if (this.#speed === 0 && [...this.#packers.values()].every(({ onlyKeys }) => onlyKeys >= windingPictures)) {
      this.#askAtOwnPace()
    } else this.#events.received(this.#bytes)
  }

  /** It winds at its highest speed: everything is requested again from the start. */
  #askAtOwnPace(): void {
    this.#speed = ownPace
    this.#packers = new Map()
    this.#bytes = 0
    this.#connect()
  }

  #packerOf({ channel }: MediaMessage): FilePacker {
    const known = this.#packers.get(channel)
    if (known) return known
    const made = new FilePacker(this.#wish.endS * 1000)
    this.#packers.set(channel, made)
    return made
  }

  #receive(text: string): void {
    const reason = /"type":"error".*"message":"([^"]*)"/.exec(text)?.[1]
    if (reason !== undefined) this.#reason = reason
  }

  #closed(code: number): void {
    if (this.#over) return
    if (code === StreamClose.ended) {
      this.#finish()
      return
    }
    this.#tries += 1
    if (!mayReconnect(code) || this.#tries > mostTries) {
      this.close()
      this.#events.failed(this.#reason)
      return
    }
    this.#drop()
    this.#waitFor(againMs, () => this.#connect())
  }

  #finish(): void {
    const files = [...this.#packers].flatMap(([channel, packer]) =>
      packer.finish().map((file) => ({ channel, ...file })),
    )
    this.close()
    if (files.length === 0) this.#events.failed(this.#reason)
    else this.#events.done(files)
  }

  #waitFor(ms: number, task: () => void): void {
    this.#timer?.cancel()
    this.#timer = this.#clock.after(ms, task)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    if (socket === null) return
    socket.onmessage = null
    socket.onclose = null
    // Closed while it connects, Chromium writes the address to its console, and that holds the hash (ERR0-05).
    if (socket.readyState === 0) socket.onopen = () => socket.close(1000)
    else socket.close(1000)
  }
}
