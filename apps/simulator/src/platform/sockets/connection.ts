import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { connect, type Socket as TcpSocket } from 'node:net'

/** What a link reports to its owner. One object for all its events: ten thousand links share these four functions. */
export interface SocketOwner {
  onConnected(): void
  onData(bytes: Uint8Array): void
  /** Once, after `onConnected` or instead of it; not after `close`. */
  onLost(reason: string): void
}

/** A way to the platform. `close` is final and silent; what was written still goes out, for a second at most. */
export interface SocketConnection {
  write(bytes: Uint8Array): void
  /** Bytes written but not yet taken by the system. */
  readonly waitingBytes: number
  /** Resolves when the socket is gone. */
  close(): Promise<void>
  /** Ends it as a lost radio link does: without a goodbye, what waits is lost. */
  cut(): void
}

interface Owned {
  owner?: SocketOwner | null
}

/** A TCP connection; without an address of its own the machine chooses one. */
export function openTcp(host: string, port: number, owner: SocketOwner, localAddress = ''): SocketConnection {
  const socket: TcpSocket & Owned = connect({
    host,
    port,
    noDelay: true,
    ...(localAddress !== '' && { localAddress }),
  })
  socket.owner = owner
  socket.on('connect', onTcpConnect)
  socket.on('data', onTcpData)
  socket.on('error', onTcpError)
  socket.on('close', onTcpClose)
  return new TcpConnection(socket)
}

const LINGER_MS = 1000

class TcpConnection implements SocketConnection {
  readonly #socket: TcpSocket & Owned

  constructor(socket: TcpSocket & Owned) {
    this.#socket = socket
  }

  get waitingBytes(): number {
    return this.#socket.writableLength
  }

  write(bytes: Uint8Array): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  close(): Promise<void> {
    const socket = this.#socket
    socket.owner = null
    if (socket.closed) return Promise.resolve()
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    if (socket.connecting || socket.writableLength === 0) socket.destroy()
    else {
      // A peer that does not read must not keep the socket.
      socket.setTimeout(LINGER_MS, () => socket.destroy())
      socket.destroySoon()
    }
    return gone
  }

  cut(): void {
    this.#socket.owner = null
    this.#socket.resetAndDestroy()
  }
}

function onTcpConnect(this: TcpSocket & Owned): void {
  this.owner?.onConnected()
}

function onTcpData(this: TcpSocket & Owned, bytes: Uint8Array): void {
  this.owner?.onData(bytes)
}

/** Reported by the `close` that follows. */
function onTcpError(this: TcpSocket & Owned, error: Error): void {
  lose(this, error.message)
}

function onTcpClose(this: TcpSocket & Owned): void {
  lose(this, 'closed by the platform')
}

function lose(socket: Owned, reason: string): void {
  const { owner } = socket
  socket.owner = null
  owner?.onLost(reason)
}

/** A UDP socket that speaks with one address: each `write` is one datagram. */
export function openUdp(host: string, port: number, owner: SocketOwner): SocketConnection {
  return new UdpConnection(host, port, owner)
}

class UdpConnection implements SocketConnection {
  readonly #socket: UdpSocket = createSocket('udp4')
  #owner: SocketOwner | null
  #connected = false
  #closed = false

  constructor(host: string, port: number, owner: SocketOwner) {
    this.#owner = owner
    this.#socket.on('message', (bytes) => this.#owner?.onData(bytes))
    this.#socket.on('error', this.#failed)
    this.#socket.on('connect', () => {
      this.#connected = true
      this.#owner?.onConnected()
    })
    this.#socket.connect(port, host)
  }

  get waitingBytes(): number {
    return this.#closed ? 0 : this.#socket.getSendQueueSize()
  }

  write(bytes: Uint8Array): void {
    if (this.#connected && !this.#closed) this.#socket.send(bytes, this.#failed)
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.cut()
    return new Promise((resolve) => this.#socket.once('close', () => resolve()))
  }

  cut(): void {
    if (this.#closed) return
    this.#closed = true
    this.#owner = null
    this.#socket.close()
  }

  /** Nobody listens there, or the name is not known. A UDP socket does not end by itself as a TCP one does. */
  readonly #failed = (error: Error | null): void => {
    const owner = this.#owner
    if (!error || !owner) return
    this.cut()
    owner.onLost(error.message)
  }
}
