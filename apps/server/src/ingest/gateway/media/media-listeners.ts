// Belongs here: sockets and datagrams become media lines. Does not: anything about packets.
import type { Socket } from 'node:net'
import { toHex } from '@fleetglass/bytes'
import { decodeMediaPacket } from '@fleetglass/jt1078'
import { networkOf } from '../../../platform/remote-address/index.ts'
import { listenBoth } from '../listen-both.ts'
import { listenTcp, type SocketOwner } from '../tcp-listener.ts'
import { listenUdp, type UdpPeer } from '../udp-listener.ts'
import { audioWriter } from './audio-writer.ts'
import { MediaConnection } from './media-connection.ts'
import type { MediaContext } from './media-connection.types.ts'

export interface MediaListeners {
  readonly port: number
  readonly tcpConnections: number
  readonly udpConnections: number
  /** Once a second. */
  tick(nowMs: number): void
  close(): Promise<void>
}

export async function listenMedia(
  context: MediaContext,
  { host, port }: { host: string; port: number },
): Promise<MediaListeners> {
  const connections = new Set<MediaConnection>()
  /** Datagram lines, by peer, number and channel: a device may send all its channels from one socket. */
  const udpConnections = new Map<string, MediaConnection>()

  const options = { name: 'media', clock: context.clock, host }
  const { tcp, udp } = await listenBoth(port, {
    tcp: (at) => listenTcp({ ...options, port: at, limits: context.limits, rejected, accept }),
    udp: (at) => listenUdp({ ...options, port: at, receive }),
  })

  function rejected(reason: 'too-many' | 'too-many-of-address'): void {
    context.counters.add('rejected', reason)
  }

  function accept(socket: Socket): SocketOwner {
    const connection = new MediaConnection(context, {
      peer: `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? 0}`,
      address: socket.remoteAddress ?? '',
      write: audioWriter(socket, context.counters),
      end: () => socket.destroy(),
      hold: (buffered) => void (buffered ? socket.pause() : socket.resume()),
    })
    connections.add(connection)
    connection.greet()
    return {
      receive: (chunk) => context.contain(connection, () => connection.receive(chunk)),
      ended() {
        connections.delete(connection)
        connection.close('ended')
      },
    }
  }

  function receive(datagram: Uint8Array, peer: UdpPeer): void {
    const packet = decodeMediaPacket(datagram, undefined, (simRaw, channel) =>
      context.knows(simRaw, channel, peer.address),
    )
    if (!packet.ok) {
      context.counters.add('rejected', 'not-a-packet')
      return
    }
    const key = `${peer.address}:${peer.port}/${toHex(packet.value.simRaw)}/${packet.value.channel}`
    const connection = udpConnections.get(key) ?? open(key, peer, packet.value.simRaw)
    if (connection) context.contain(connection, () => connection.receivePacket(packet.value, datagram.length))
  }

  function open(key: string, peer: UdpPeer, simRaw: Uint8Array): MediaConnection | null {
    const { address } = peer
    // A datagram with an unknown number takes no place among the lines.
    if (!context.deviceOf(simRaw)) {
      context.counters.add('rejected', 'unknown-device')
      context.addressLog.info(networkOf(address), { peer: key }, 'media datagrams of an unknown device')
      return null
    }
    if (udpConnections.size >= context.limits.connections) {
      context.counters.add('rejected', 'too-many')
      return null
    }
    const connection = new MediaConnection(context, {
      peer: `${key} (udp)`,
      address,
      write: (packet) => udp.send(packet, peer),
      end: () => void udpConnections.delete(key),
      hold: () => undefined,
    })
    udpConnections.set(key, connection)
    return connection
  }

  return {
    port: tcp.port,
    get tcpConnections() {
      return tcp.connections
    },
    get udpConnections() {
      return udpConnections.size
    },
    tick(nowMs) {
      for (const all of [connections, udpConnections.values()]) {
        for (const connection of all) context.contain(connection, () => connection.tick(nowMs))
      }
    },
    async close() {
      for (const connection of [...connections, ...udpConnections.values()]) connection.close('shutdown')
      await Promise.all([tcp.close(), udp.close()])
    },
  }
}
