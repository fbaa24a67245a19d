// Belongs here: the port for files of alarms, and which connections there are. Does not: what they say (attachment-connection.ts).
import { createUnauthenticatedConnections } from '../../../platform/channel/index.ts'
import { MemoryBudget } from '../../../platform/limits/index.ts'
import { MAX_UNREAD_BYTES_OF_ALL, tcpTransport } from '../signalling/tcp-transport.ts'
import { listenTcp } from '../tcp-listener.ts'
import { AttachmentConnection, type AttachmentContext } from './attachment-connection.ts'

/** Alarms of a whole fleet in one minute; behind one address may be all of it. */
const LIMITS = { connections: 512, connectionsPerAddress: 256 }
/** Of those, which have named no alarm; the oldest of them makes room. */
const UNPROVEN = { inAll: 64, perAddress: 16 }
/** Of one device; the oldest of them makes room. Of those that a device has lost some are still open here. */
const CONNECTIONS_OF_DEVICE = 16
const TICK_MS = 5_000

export interface AttachmentsListener {
  readonly port: number
  readonly connections: number
  /** Resolves when every connection has ended and nothing is being written. */
  close(): Promise<void>
}

/** Rejects with a sentence when the port cannot be had. */
export async function listenAttachments(
  context: AttachmentContext,
  {
    host,
    port,
    rejected,
  }: { readonly host: string; readonly port: number; readonly rejected: (reason: string) => void },
): Promise<AttachmentsListener> {
  const { clock } = context
  const connections = new Set<AttachmentConnection>()
  const unproven = createUnauthenticatedConnections(UNPROVEN)
  const unread = new MemoryBudget(MAX_UNREAD_BYTES_OF_ALL)
  const makeRoom = (deviceKey: number | null): void => {
    const [oldest, ...others] = [...connections].filter((one) => one.deviceKey === deviceKey)
    if (others.length >= CONNECTIONS_OF_DEVICE) oldest?.end('its device has newer ones')
  }
  const listener = await listenTcp({
    name: 'attachments',
    flag: 'attachments-port',
    clock,
    host,
    port,
    limits: LIMITS,
    rejected,
    accept(socket) {
      const connection: AttachmentConnection = new AttachmentConnection(context, {
        socket,
        transport: tcpTransport(socket, { clock, unread }),
        onProven() {
          place?.leave()
          makeRoom(connection.deviceKey)
        },
      })
      const place = unproven.take(socket.remoteAddress ?? '', () => connection.end('others want to connect'))
      connections.add(connection)
      return {
        receive: (chunk) => connection.receive(chunk),
        ended() {
          place?.leave()
          connection.ended()
          void connection.idle().then(() => connections.delete(connection))
        },
      }
    },
  })
  const tick = clock.every(TICK_MS, () => {
    for (const connection of connections) connection.tick(clock.monotonicMs())
  })
  return {
    port: listener.port,
    get connections() {
      return listener.connections
    },
    async close() {
      tick.cancel()
      await listener.close()
      await Promise.all([...connections].map((connection) => connection.idle()))
    },
  }
}
