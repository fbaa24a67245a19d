// Belongs here: sockets and datagrams become lines, lines become connections. Does not: anything about frames.
import type { Socket } from 'node:net'
import { listenBoth } from '../listen-both.ts'
import { listenTcp, type SocketOwner } from '../tcp-listener.ts'
import { listenUdp, type UdpPeer } from '../udp-listener.ts'
import { DeviceConnection } from './device-connection.ts'
import type { SignallingContext } from './signalling-context.ts'
import { tcpTransport } from './tcp-transport.ts'
import type { Transport } from './transport.types.ts'

/** One sender of datagrams with many ports; TCP has its own bound. */
const MAX_UDP_PEERS_OF_ADDRESS = 2_000

const DELIMITER = Uint8Array.of(0x7e)

export interface SignallingListeners {
  readonly port: number
  readonly tcpConnections: number
  readonly udpPeers: number
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
  const peers = new Map<string, DeviceConnection>()
  /** Peers that have not sent a whole frame yet, oldest first: they make room when all places are taken. */
  const unidentified = new Set<string>()
  const perAddress = new Map<string, number>()
  let paused = false
  const options = { name: 'signalling', clock: context.clock, host }

  const { tcp, udp } = await listenBoth(port, {
    tcp: (at) => listenTcp({ ...options, port: at, limits: context.limits, rejected, accept }),
    udp: (at) => listenUdp({ ...options, port: at, receive }),
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

  function receive(datagram: Uint8Array, peer: UdpPeer): void {
    // A datagram cannot be held back: while the log is full it is not answered, and the device sends it again.
    if (paused) {
      context.counters.add('rejected', 'log-full')
      return
    }
    const key = `${peer.address}:${peer.port}`
    const known = peers.get(key)
    if (known) {
      take(known, datagram, key)
      return
    }
    // A datagram from a new address creates a connection only when it begins as a frame does.
    const failure = datagram[0] !== 0x7e ? 'not-a-frame' : failureOf(peer)
    if (failure) {
      context.counters.add('rejected', failure)
      return
    }
    const connection = new DeviceConnection(context, udpTransport(peer, key))
    peers.set(key, connection)
    unidentified.add(key)
    perAddress.set(peer.address, (perAddress.get(peer.address) ?? 0) + 1)
    take(connection, datagram, key)
  }

  function failureOf({ address }: UdpPeer): 'too-many' | 'too-many-of-address' | null {
    if ((perAddress.get(address) ?? 0) >= MAX_UDP_PEERS_OF_ADDRESS) return 'too-many-of-address'
    if (peers.size < context.limits.connections) return null
    for (const oldest of unidentified) {
      peers.get(oldest)?.close('no-frame')
      return null
    }
    return 'too-many'
  }

  /** A frame does not go on in the next datagram: what is cut off ends here. */
  function take(connection: DeviceConnection, datagram: Uint8Array, key: string): void {
    context.contain(connection, () => {
      connection.receive(datagram)
      connection.receive(DELIMITER)
    })
    if (connection.state.kind !== 'fresh') unidentified.delete(key)
  }

  function udpTransport(peer: UdpPeer, key: string): Transport {
    return {
      kind: 'udp',
      peer: `${key} (udp)`,
      address: peer.address,
      localAddress: udp.address,
      write(bytes) {
        for (const frame of framesOf(bytes)) udp.send(frame, peer)
        return true
      },
      end() {
        const connection = peers.get(key)
        if (!connection) return
        peers.delete(key)
        unidentified.delete(key)
        const left = (perAddress.get(peer.address) ?? 1) - 1
        if (left === 0) perAddress.delete(peer.address)
        else perAddress.set(peer.address, left)
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
      return peers.size
    },
    pauseAll() {
      paused = true
      tcp.pauseAll()
    },
    resumeAll() {
      paused = false
      tcp.resumeAll()
    },
    tick(nowMs) {
      for (const all of [connections, peers.values()]) {
        for (const connection of all) context.contain(connection, () => connection.tick(nowMs))
      }
    },
    async close() {
      for (const connection of [...connections, ...peers.values()]) connection.close('shutdown')
      await Promise.all([tcp.close(), udp.close()])
    },
  }
}

/** A datagram holds one frame: cuts answers that were gathered, between their two delimiters. */
function* framesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(0x7e, start + 1) + 1
    if (end === 0) return
    yield bytes.subarray(start, end)
    start = end
  }
}
