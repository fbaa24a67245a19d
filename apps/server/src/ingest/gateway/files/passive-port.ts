// Belongs here: a port that waits for one data connection. Does not: the control connection (ftp-session.ts).
import { randomInt } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import type { PortRange } from '../../../platform/config/index.ts'

export interface PassivePort {
  readonly port: number
  /** The one connection from the right address; `null` when it is closed before. */
  readonly connection: Promise<Socket | null>
  /** A file comes over it, or is about to. */
  isUsed: boolean
  /** It is no longer waited for or used. */
  readonly isClosed: boolean
  close(): void
}

/**
 * Waits on a free port of a range (0: whichever the machine chooses), one that others behind the device's address cannot
 * foresee, for a connection from an address; `null` when none is free.
 */
export async function openPassivePort(host: string, ports: PortRange, address: string): Promise<PassivePort | null> {
  const count = ports.last - ports.first + 1
  const begin = randomInt(count)
  for (let tried = 0; tried < count; tried++) {
    const port = ports.first + ((begin + tried) % count)
    const server = createServer({ pauseOnConnect: true, noDelay: true })
    if (await listens(server, host, port)) return waiting(server, address)
  }
  return null
}

function listens(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host, port, backlog: 2 }, () => resolve(true))
  })
}

function waiting(server: Server, address: string): PassivePort {
  const { promise, resolve } = Promise.withResolvers<Socket | null>()
  let taken: Socket | null = null
  let isClosed = false
  // Without free descriptors only this transfer fails: the client times out.
  server.on('error', () => undefined)
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    if (taken !== null || plainAddress(socket.remoteAddress) !== plainAddress(address)) {
      socket.destroy()
      return
    }
    taken = socket
    server.close()
    resolve(socket)
  })
  return {
    port: (server.address() as { port: number }).port,
    connection: promise,
    isUsed: false,
    get isClosed() {
      return isClosed
    },
    close() {
      isClosed = true
      server.close()
      taken?.destroy()
      resolve(taken)
    },
  }
}

/** IPv4 as it is written where both kinds are listened on. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/, '')
}
