// A platform as small as can be, over real sockets: enough of JT/T 808 and 1078 to see what a device does.
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { concat } from '@fleetglass/bytes'
import {
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFrames,
  FrameSplitter,
  type Header,
  type Message,
  messageIdOf,
  PacketAssembler,
} from '@fleetglass/jt808'
import {
  decodeMediaPacket,
  decodeSignalling,
  encodeSignalling,
  FrameJoiner,
  MediaPacketParser,
  type Signalling,
} from '@fleetglass/jt1078'

export interface Received {
  readonly header: Header
  readonly message: Message
  readonly atMs: number
}

export interface MediaFrameSeen {
  readonly kind: 'video' | 'audio'
  readonly codec: number
  readonly keyFrame: boolean
  readonly timestampMs: number
  readonly channel: number
  readonly simRaw: string
  readonly afterGap: boolean
  readonly payload: Uint8Array
  readonly atMs: number
}

interface Terminal {
  readonly header: Header
  write(bytes: Uint8Array): void
  close(): void
}

/** What the platform does not do, for tests of patience. */
export interface Moods {
  /** Message ids that get no 0x8001. */
  readonly unanswered: Set<number>
  registrationResult: number
  authenticationResult: number
}

export class Platform {
  readonly received: Received[] = []
  readonly frames: MediaFrameSeen[] = []
  readonly badFrames: string[] = []
  readonly moods: Moods = { unanswered: new Set(), registrationResult: 0, authenticationResult: 0 }
  readonly code = 'CODE-1'
  connections = 0
  mediaConnections = 0
  mediaEnded = 0
  /** Bytes skipped by the media parser: nothing a device sends should be. */
  mediaSkipped = 0
  readonly #signalling: Server
  readonly #media: Server
  readonly #udp: UdpSocket
  readonly #mediaUdp: UdpSocket
  readonly #sockets = new Set<Socket>()
  readonly #mediaSockets = new Set<Socket>()
  readonly #terminals = new Map<string, Terminal>()
  readonly #waiters = new Set<() => void>()
  #serial = 0

  private constructor() {
    this.#signalling = createServer((socket) => this.#accept(socket))
    this.#media = createServer((socket) => this.#acceptMedia(socket))
    this.#udp = createSocket('udp4')
    this.#mediaUdp = createSocket('udp4')
  }

  static async start(): Promise<Platform> {
    const platform = new Platform()
    platform.#signalling.listen(0, '127.0.0.1')
    platform.#media.listen(0, '127.0.0.1')
    await Promise.all([once(platform.#signalling, 'listening'), once(platform.#media, 'listening')])
    platform.#udp.bind(platform.port, '127.0.0.1')
    platform.#mediaUdp.bind(0, '127.0.0.1')
    await Promise.all([once(platform.#udp, 'listening'), once(platform.#mediaUdp, 'listening')])
    platform.#listenUdp()
    return platform
  }

  get port(): number {
    return (this.#signalling.address() as AddressInfo).port
  }

  get mediaPort(): number {
    return (this.#media.address() as AddressInfo).port
  }

  get mediaUdpPort(): number {
    return this.#mediaUdp.address().port
  }

  get terminals(): string[] {
    return [...this.#terminals.keys()]
  }

  /** Bodies of one kind, in order. */
  bodies<Name extends Message['name']>(name: Name): Extract<Message, { name: Name }>['body'][] {
    return this.received.flatMap(({ message }) => (message.name === name ? [message.body as never] : []))
  }

  signalling<Name extends Signalling['name']>(name: Name): Extract<Signalling, { name: Name }>['body'][] {
    return this.received.flatMap(({ message }) => {
      if (message.name !== 'unknown') return []
      const decoded = decodeSignalling(message.messageId, message.body.raw)
      return decoded?.ok && decoded.value.name === name ? [decoded.value.body as never] : []
    })
  }

  /** Results of 0x0001 to a message id, in order. */
  results(answeredId: number): number[] {
    return this.bodies('terminalAnswer')
      .filter((answer) => answer.answeredId === answeredId)
      .map((answer) => answer.result)
  }

  /** Sends to the terminal with that id; answers the serial. */
  send(terminalId: string, message: Message): number {
    const terminal = this.#terminals.get(terminalId)
    if (!terminal) throw new Error(`terminal ${terminalId} is not connected`)
    const { version } = terminal.header
    return this.#write(terminal, messageIdOf(message), encodeBody(message, version))
  }

  sendSignalling(terminalId: string, message: Signalling): number {
    const { messageId, body } = encodeSignalling(message)
    return this.send(terminalId, { name: 'unknown', messageId, body: { raw: body } })
  }

  /** Ends all signalling connections. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  hangUpMedia(): void {
    for (const socket of this.#mediaSockets) socket.destroy()
  }

  sendMedia(bytes: Uint8Array): void {
    for (const socket of this.#mediaSockets) socket.write(bytes)
  }

  /** Resolves when `holds` first answers something; looks after each thing that happens. */
  async until<T>(what: string, holds: () => T | false | null | undefined, limitMs = 30_000): Promise<T> {
    const limit = AbortSignal.timeout(limitMs)
    for (;;) {
      const value = holds()
      if (value !== false && value !== null && value !== undefined) return value
      if (limit.aborted) throw new Error(`waited ${limitMs} ms in vain until ${what}`)
      await this.#something(limit)
    }
  }

  async close(): Promise<void> {
    for (const socket of [...this.#sockets, ...this.#mediaSockets]) socket.destroy()
    this.#udp.close()
    this.#mediaUdp.close()
    await Promise.all([this.#signalling, this.#media].map((server) => new Promise((resolve) => server.close(resolve))))
  }

  /** The next event, or 20 ms: what is waited for may lie in the device and not here. */
  #something(limit: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        limit.removeEventListener('abort', done)
        this.#waiters.delete(done)
        resolve()
      }
      const timer = setTimeout(done, 20)
      limit.addEventListener('abort', done)
      this.#waiters.add(done)
    })
  }

  #happened(): void {
    for (const waiter of [...this.#waiters]) waiter()
  }

  #accept(socket: Socket): void {
    this.connections += 1
    this.#sockets.add(socket)
    const read = this.#reader({ write: (bytes) => socket.write(bytes), close: () => socket.destroy() })
    socket.on('data', (bytes) => read(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#happened()
    })
  }

  #listenUdp(): void {
    const peers = new Map<string, (bytes: Uint8Array) => void>()
    this.#udp.on('message', (bytes, peer: RemoteInfo) => {
      const key = `${peer.address}:${peer.port}`
      let read = peers.get(key)
      if (!read) {
        read = this.#reader({
          write: (answer) => this.#udp.send(answer, peer.port, peer.address),
          close: () => undefined,
        })
        peers.set(key, read)
        this.connections += 1
      }
      read(bytes)
    })
    const joiner = this.#joiner()
    this.#mediaUdp.on('message', (bytes) => {
      const packet = decodeMediaPacket(bytes)
      if (packet.ok) joiner(packet.value)
      else this.mediaSkipped += bytes.length
    })
  }

  #reader(socketConnection: { write(bytes: Uint8Array): void; close(): void }): (bytes: Uint8Array) => void {
    const splitter = new FrameSplitter()
    const assembler = new PacketAssembler()
    return (bytes) => {
      splitter.push(bytes, (event) => {
        if (event.kind === 'bad') {
          this.badFrames.push(event.reason)
          return
        }
        const frame = decodeFrame(event.bytes)
        if (!frame.ok) throw new Error(frame.reason)
        this.#terminals.set(frame.value.header.terminal.id, { header: frame.value.header, ...socketConnection })
        const joined = assembler.add(frame.value, Date.now())
        if (joined.kind === 'complete') this.#take(joined.header, joined.body)
      })
      this.#happened()
    }
  }

  #take(header: Header, body: Uint8Array): void {
    // Kept: the body is a view into what was read.
    const message = decodeBody(header.messageId, header.version, body.slice())
    if (!message.ok) throw new Error(`${header.messageId.toString(16)}: ${message.reason}`)
    this.received.push({ header, message: message.value, atMs: Date.now() })
    this.#answer(header, message.value)
  }

  #answer(header: Header, message: Message): void {
    if (this.moods.unanswered.has(header.messageId)) return
    const terminal = this.#terminals.get(header.terminal.id)!
    const { registrationResult: result, authenticationResult } = this.moods
    if (message.name === 'registration') {
      const code = result === 0 ? { code: this.code } : undefined
      const answer: Message = { name: 'registrationAnswer', body: { answeredSerial: header.serial, result, ...code } }
      this.#write(terminal, messageIdOf(answer), encodeBody(answer, header.version))
    } else if (ANSWERED_BY_8001.has(message.name)) {
      const isAuthentication = message.name === 'authentication'
      const answer: Message = {
        name: 'platformAnswer',
        body: {
          answeredSerial: header.serial,
          answeredId: header.messageId,
          result: isAuthentication ? authenticationResult : 0,
        },
      }
      this.#write(terminal, messageIdOf(answer), encodeBody(answer, header.version))
    }
  }

  #write(terminal: Terminal, messageId: number, body: Uint8Array): number {
    const firstSerial = this.#serial
    const { version, terminal: number } = terminal.header
    const frames = encodeFrames({ messageId, version, terminalRaw: number.raw, firstSerial }, body)
    this.#serial = (this.#serial + frames.length) & 0xffff
    for (const frame of frames) terminal.write(frame)
    return firstSerial
  }

  #acceptMedia(socket: Socket): void {
    this.mediaConnections += 1
    this.#mediaSockets.add(socket)
    const parser = new MediaPacketParser()
    const joiner = this.#joiner()
    socket.on('data', (bytes) => {
      parser.push(bytes, (event) => joiner(event))
      this.#happened()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#mediaSockets.delete(socket)
      this.mediaEnded += 1
      this.#happened()
    })
    this.#happened()
  }

  #joiner(): (event: Parameters<Parameters<MediaPacketParser['push']>[1]>[0]) => void {
    const joiner = new FrameJoiner()
    return (event) => {
      if (event.kind !== 'packet') {
        this.mediaSkipped += 1
        return
      }
      joiner.push(event, (frame) => {
        if (frame.kind !== 'video' && frame.kind !== 'audio') return
        this.frames.push({
          kind: frame.kind,
          codec: frame.codec,
          keyFrame: frame.kind === 'video' && frame.dataType === 0,
          timestampMs: frame.timestampMs,
          channel: frame.channel,
          simRaw: Buffer.from(frame.simRaw).toString('hex'),
          afterGap: frame.afterGap,
          payload: concat(frame.pieces),
          atMs: Date.now(),
        })
        this.#happened()
      })
    }
  }
}

const ANSWERED_BY_8001: ReadonlySet<string> = new Set([
  'authentication',
  'heartbeat',
  'position',
  'positionBatch',
  'driverIdentity',
  'unregistration',
])
