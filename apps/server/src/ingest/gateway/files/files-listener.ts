// Belongs here: the port for files, and which sessions there are. Does not: what they say (ftp-session.ts).
import { createUnauthenticatedConnections } from '../../../platform/channel/index.ts'
import type { PortRange } from '../../../platform/config/index.ts'
import { listenTcp } from '../tcp-listener.ts'
import { type FtpContext, FtpSession } from './ftp-session.ts'
import { PassivePorts } from './passive-ports.ts'

/** Devices that are asked at once are few. Behind one address may be a whole fleet. */
const LIMITS = { connections: 128, connectionsPerAddress: 64 }
/** Of those, who has not logged in; who has been here longest without it makes room. */
const UNAUTHENTICATED = { inAll: 64, perAddress: 16 }
const TICK_MS = 5_000

export interface FilesListener {
  readonly port: number
  readonly connections: number
  /** Resolves when every connection has ended; idempotent. */
  close(): Promise<void>
}

/** Rejects with a sentence when the port cannot be had. */
export async function listenFiles(
  options: Omit<FtpContext, 'ports'> & {
    readonly host: string
    readonly passive: PortRange
    readonly rejected: (reason: string) => void
  },
  port: number,
): Promise<FilesListener> {
  const { clock, host, passive, rejected } = options
  const ports = new PassivePorts(clock, host, passive)
  const context: FtpContext = { ...options, ports }
  const sessions = new Set<FtpSession>()
  const unauthenticated = createUnauthenticatedConnections(UNAUTHENTICATED)
  const listener = await listenTcp({
    name: 'files',
    flag: 'files-port',
    clock,
    host,
    port,
    limits: LIMITS,
    rejected,
    accept(socket) {
      const session = new FtpSession(context, socket, () => place?.leave())
      const place = unauthenticated.take(socket.remoteAddress ?? '', () => session.freeSpace())
      sessions.add(session)
      return {
        receive: (chunk) => session.receive(chunk),
        ended() {
          place?.leave()
          sessions.delete(session)
          session.ended()
        },
      }
    },
  })
  const tick = clock.every(TICK_MS, () => {
    const nowMs = clock.monotonicMs()
    for (const session of sessions) session.tick(nowMs)
    ports.tick(nowMs)
  })
  return {
    port: listener.port,
    get connections() {
      return listener.connections
    },
    close() {
      tick.cancel()
      return listener.close()
    },
  }
}
