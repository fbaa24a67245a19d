import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { BoundPort } from './movable-listener.ts'

/** A port for connections. */
export interface TcpPort extends BoundPort {
  /** It was released, and its last connection has ended. */
  readonly ended: Promise<void>
  /** Of connections that are open. */
  readonly connections: number
  /** Ends those that are open. */
  destroyAll(): void
}

/** Hands connections on as they come. Released, it leaves those that are open alone. */
export async function bindTcp(options: {
  readonly host: string
  readonly port: number
  readonly accept: (socket: Socket) => void
}): Promise<TcpPort> {
  const { host, port, accept } = options
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    accept(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Running out of descriptors refuses one connection, not the listener.
  server.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    ended,
    get connections() {
      return sockets.size
    },
    destroyAll() {
      for (const socket of sockets) socket.destroy()
    },
    release: () => void server.close(),
  }
}
