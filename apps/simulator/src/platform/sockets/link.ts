import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { connect, type Socket as TcpSocket } from 'node:net'

/** What a link tells its owner. One object for all its events: ten thousand links share these four functions. */
export interface LinkOwner {
  onConnected(): void
  onData(bytes: Uint8Array): void
  /** Once, after `onConnected` or instead of it; not after `close`. */
  onLost(reason: string): void
}

/** A way to the platform. `close` is final and silent. */
export interface Link {
  write(bytes: Uint8Array): void
  /** Bytes written but not yet taken by the system. */
  readonly waitingBytes: number
  close(): void
  /** Ends it as a lost radio link does: without a goodbye, what waits is lost. */
  cut(): void
}

interface Owned {
  owner?: LinkOwner | null
}

/** A TCP connection. */
export function openTcp(host: string, port: number, owner: LinkOwner): Link {
  const socket: TcpSocket & Owned = connect({ host, port, noDelay: true })
  socket.owner = owner
  socket.on('connect', onTcpConnect)
  socket.on('data', onTcpData)
  socket.on('error', onTcpError)
  socket.on('close', onTcpClose)
  return new TcpLink(socket)
}

class TcpLink implements Link {
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

  close(): void {
    this.#socket.owner = null
    // What was written still goes out; a peer that does not read must not keep the socket.
    if (this.#socket.connecting || this.#socket.writableLength > 0) this.#socket.destroySoon()
    else this.#socket.destroy()
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

/** Told by the `close` that follows. */
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
export function openUdp(host: string, port: number, owner: LinkOwner): Link {
  const socket: UdpSocket & Owned = createSocket('udp4')
  const link = new UdpLink(socket)
  socket.owner = owner
  socket.on('message', onUdpMessage)
  socket.on('error', onUdpError)
  socket.connect(port, host, () => {
    link.connected = true
    socket.owner?.onConnected()
  })
  return link
}

class UdpLink implements Link {
  connected = false
  readonly #socket: UdpSocket & Owned
  #closed = false

  constructor(socket: UdpSocket & Owned) {
    this.#socket = socket
  }

  get waitingBytes(): number {
    return this.#closed ? 0 : this.#socket.getSendQueueSize()
  }

  write(bytes: Uint8Array): void {
    if (this.connected && !this.#closed) this.#socket.send(bytes, onUdpSent.bind(this.#socket))
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#socket.owner = null
    this.#socket.close()
  }

  cut(): void {
    this.close()
  }
}

function onUdpMessage(this: UdpSocket & Owned, bytes: Uint8Array): void {
  this.owner?.onData(bytes)
}

function onUdpError(this: UdpSocket & Owned, error: Error): void {
  lose(this, error.message)
}

function onUdpSent(this: UdpSocket & Owned, error: Error | null): void {
  if (error) lose(this, error.message)
}
