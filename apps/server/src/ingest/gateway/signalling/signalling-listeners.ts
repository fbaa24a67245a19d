// Belongs here: sockets become lines, lines become connections. Does not: datagrams (datagrams.ts), anything about frames.
import type { Socket } from 'node:net'
import type { BoundPort } from '../../../platform/listeners/index.ts'
import { listenBoth } from '../listen-both.ts'
import { listenTcp, type SocketOwner } from '../tcp-listener.ts'
import { createDatagrams } from './datagrams.ts'
import { DeviceConnection } from './device-connection.ts'
import type { SignallingContext } from './signalling-context.ts'
import { tcpTransport } from './tcp-transport.ts'

export interface SignallingListeners {
  readonly port: number
  readonly tcpConnections: number
  readonly udpPeers: number
  /** Takes datagrams at another port too. Released, it stays for the devices that report there until they are gone. */
  listenDatagrams(port: number): Promise<BoundPort>
  pauseAll(): void
  resumeAll(): void
  /** Once a second. */
  tick(nowMs: number): void
  close(): Promise<void>
}

export async function listenSignalling(
  context: SignallingContext,
  { host, port }: { host: string; port: number },
): Promise<SignallingListeners> {
  const connections = new Set<DeviceConnection>()
  const datagrams = createDatagrams(context, host)
  const options = { name: 'signalling', clock: context.clock, host }

  const { tcp } = await listenBoth(port, {
    tcp: (at) => listenTcp({ ...options, port: at, limits: context.limits, rejected, accept }),
    udp: (at) => datagrams.listen(at, 'signalling'),
  })

  function rejected(reason: 'too-many' | 'too-many-of-address'): void {
    context.counters.add('rejected', reason)
  }

  function accept(socket: Socket): SocketOwner {
    const connection = new DeviceConnection(context, tcpTransport(socket, context))
    connections.add(connection)
    return {
      receive: (chunk) => context.contain(connection, () => connection.receive(chunk)),
      ended() {
        connections.delete(connection)
        connection.ended()
      },
    }
  }

  return {
    port: tcp.port,
    get tcpConnections() {
      return tcp.connections
    },
    get udpPeers() {
      return datagrams.peers
    },
    listenDatagrams: (at) => datagrams.listen(at, 'heartbeat'),
    pauseAll() {
      datagrams.pause(true)
      tcp.pauseAll()
    },
    resumeAll() {
      datagrams.pause(false)
      tcp.resumeAll()
    },
    tick(nowMs) {
      for (const connection of connections) context.contain(connection, () => connection.tick(nowMs))
      datagrams.tick(nowMs)
    },
    async close() {
      for (const connection of connections) connection.close('shutdown')
      await Promise.all([tcp.close(), datagrams.close()])
    },
  }
}
