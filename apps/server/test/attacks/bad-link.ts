// A line between a recorder and the server that is delayed, cut into pieces and broken, as the roads of a country are.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '../../src/platform/clock/index.ts'
import type { Dial } from '../devices/camera-device.ts'

export interface BadLinkOptions {
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  /** How long a piece is held up at most. */
  readonly delayMs: number
  /** Of how many pieces one breaks the line. */
  readonly piecesACut: number
}

export class BadLink {
  /** Lines that were broken. */
  cuts = 0
  readonly #options: BadLinkOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Where each line goes, by the port that it comes from. */
  readonly #targets = new Map<number, { readonly host: string; readonly port: number }>()

  private constructor(options: BadLinkOptions) {
    this.#options = options
    this.#server = createServer((socket) => this.#carry(socket))
  }

  static async open(options: BadLinkOptions): Promise<BadLink> {
    const link = new BadLink(options)
    await new Promise<void>((resolve) => link.#server.listen(0, '127.0.0.1', resolve))
    return link
  }

  /** Opens a connection through it. */
  readonly dial: Dial = (host, port) => {
    const socket = connect((this.#server.address() as AddressInfo).port, '127.0.0.1')
    socket.once('connect', () => this.#targets.set(socket.localPort ?? 0, { host, port }))
    return socket
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #carry(from: Socket): void {
    const to: Socket[] = []
    const end = (): void => {
      for (const socket of [from, ...to]) socket.destroy()
    }
    this.#buffer(from, end)
    let buffered = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      if (to.length === 0) to.push(this.#onward(from, end))
      const at = Math.floor(this.#options.random() * chunk.length)
      for (const piece of [chunk.subarray(0, at), chunk.subarray(at)]) {
        buffered = buffered.then(() => this.#delay()).then(() => this.#pass(piece, to[0] as Socket, end))
      }
    })
  }

  #onward(from: Socket, end: () => void): Socket {
    const target = this.#targets.get(from.remotePort ?? 0)
    if (target === undefined) throw new Error('a line that nobody dialled')
    const socket = connect(target.port, target.host)
    this.#buffer(socket, end)
    return socket
  }

  #buffer(socket: Socket, end: () => void): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#sockets.delete(socket)
      end()
    })
  }

  #delay(): Promise<void> {
    const { clock, delayMs, random } = this.#options
    return new Promise((resolve) => clock.after(random() * delayMs, resolve))
  }

  #pass(piece: Buffer, to: Socket, end: () => void): void {
    if (to.destroyed) return
    if (this.#options.random() * this.#options.piecesACut < 1) {
      this.cuts += 1
      end()
    } else to.write(piece)
  }
}
