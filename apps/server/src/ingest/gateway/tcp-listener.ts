// Belongs here: accepting sockets within bounds, handing bytes on, ending sockets. Does not: what the bytes mean.

import { createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '../../platform/clock/index.ts'
import { StartError } from '../../platform/errors/index.ts'

/** How long a socket may take for its last write. */
export const LAST_WRITE_MS = 1_000

export interface TcpLimits {
  readonly connections: number
  readonly connectionsPerAddress: number
}

/** One accepted socket's owner. */
export interface SocketOwner {
  receive(chunk: Uint8Array): void
  /** The socket is gone; called once. */
  ended(): void
}

export interface TcpListenerOptions {
  readonly name: string
  /** The setting of its port, where that is not called as the listener. */
  readonly flag?: string
  readonly clock: Clock
  readonly host: string
  readonly port: number
  readonly limits: TcpLimits
  readonly accept: (socket: Socket) => SocketOwner
  readonly rejected: (reason: 'too-many' | 'too-many-of-address') => void
}

export interface TcpListener {
  readonly port: number
  readonly connections: number
  pauseAll(): void
  resumeAll(): void
  /** No new connections from now on; ends those that are there. */
  close(): Promise<void>
}

/** Rejects with a sentence when the port cannot be had. */
export async function listenTcp(options: TcpListenerOptions): Promise<TcpListener> {
  const sockets = new Set<Socket>()
  const perAddress = new Map<string, number>()
  let paused = false

  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    const address = socket.remoteAddress ?? ''
    const failure = limitReached(address)
    if (failure) {
      options.rejected(failure)
      socket.destroy()
      return
    }
    sockets.add(socket)
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
    const owner = options.accept(socket)
    if (paused) socket.pause()
    socket.on('data', (chunk: Buffer) => owner.receive(plainBytes(chunk)))
    // A reset of the line is an end like any other; 'close' follows it.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
      owner.ended()
    })
  })

  function limitReached(address: string): 'too-many' | 'too-many-of-address' | null {
    if (sockets.size >= options.limits.connections) return 'too-many'
    if ((perAddress.get(address) ?? 0) >= options.limits.connectionsPerAddress) return 'too-many-of-address'
    return null
  }

  await bind(server, options)
  const { port } = server.address() as { port: number }
  return {
    port,
    get connections() {
      return sockets.size
    },
    pauseAll() {
      paused = true
      for (const socket of sockets) socket.pause()
    },
    resumeAll() {
      paused = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroySoon()
      // A socket whose other side does not read would never finish its last write.
      const patience = options.clock.after(LAST_WRITE_MS, () => {
        for (const socket of sockets) socket.destroy()
      })
      await closed
      patience.cancel()
    },
  }
}

/** What is written leaves first. A side that does not read is not waited for: its connection would stay for ever. */
export function endSoon(socket: Socket, clock: Pick<Clock, 'after'>): void {
  const patience = clock.after(LAST_WRITE_MS, () => socket.destroy())
  socket.once('close', () => patience.cancel())
  socket.destroySoon()
}

function bind(server: Server, { name, flag, host, port }: TcpListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(bindSentence(name, host, port, error, flag))),
    )
    server.listen({ host, port, backlog: 4096 }, () => {
      server.removeAllListeners('error')
      // Running out of descriptors refuses one connection, not the listener.
      server.on('error', () => undefined)
      resolve()
    })
  })
}

/** What to do about a port that cannot be bound. */
export function bindSentence(
  name: string,
  host: string,
  port: number,
  error: NodeJS.ErrnoException,
  flag = name,
): string {
  if (error.code === 'EADDRINUSE') {
    return `The ${name} port ${port} is in use. Stop the other program or choose another with --${flag}.`
  }
  if (error.code === 'EADDRNOTAVAIL') {
    return `The address ${host} is not one of this machine. Choose another with --host (0.0.0.0 is all of them).`
  }
  if (error.code === 'EACCES')
    return `The ${name} port ${port} needs more rights. Choose one above 1023 with --${flag}.`
  return `The ${name} port ${port} on ${host} cannot be opened: ${error.message}`
}

/** Codecs take plain bytes: `slice` of a Node buffer is a view and would keep the whole read alive. */
export function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)
}
