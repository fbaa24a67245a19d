// Belongs here: connections of devices that report by datagrams, on all ports. Does not: TCP, anything about frames.
import type { Clock } from '../../../platform/clock/index.ts'
import type { BoundPort } from '../../../platform/listeners/index.ts'
import { listenUdp, type UdpListener, type UdpPeer } from '../udp-listener.ts'
import { DeviceConnection } from './device-connection.ts'
import type { SignallingContext } from './signalling-context.ts'
import type { Transport } from './transport.types.ts'

/** One sender of datagrams with many ports; TCP has its own bound. */
const MAX_UDP_PEERS_OF_ADDRESS = 2_000

/** How long a port that was released goes on for devices that still report there, so that it ends although one never leaves. */
const RELEASED_MS = 3_600_000

const DELIMITER = Uint8Array.of(0x7e)

export interface Datagrams {
  /** Devices that report by datagrams, on all ports. */
  readonly peers: number
  /** `name` is the setting of the port, for the error when it cannot be opened. */
  listen(port: number, name: string): Promise<DatagramPort>
  /** Datagrams cannot be held back: while paused they are not answered. */
  pause(isPaused: boolean): void
  /** Once a second. */
  tick(nowMs: number): void
  close(): Promise<void>
}

/** Released, it goes on for the devices that it has, until the last of them is gone or `RELEASED_MS` have passed. */
interface DatagramPort extends BoundPort {
  readonly udp: UdpListener
}

class OpenDatagramPort implements DatagramPort {
  readonly udp: UdpListener
  readonly #closed: (port: OpenDatagramPort) => void
  readonly #clock: Pick<Clock, 'monotonicMs'>
  peers = 0
  /** Monotonic; `null`: it is in use. */
  releasedMs: number | null = null

  constructor(udp: UdpListener, clock: Pick<Clock, 'monotonicMs'>, closed: (port: OpenDatagramPort) => void) {
    this.udp = udp
    this.#clock = clock
    this.#closed = closed
  }

  get port(): number {
    return this.udp.port
  }

  release(): void {
    this.releasedMs = this.#clock.monotonicMs()
    this.closeIfUnused()
  }

  closeIfUnused(): void {
    if (this.releasedMs !== null && this.peers === 0) this.#closed(this)
  }
}

export function createDatagrams(context: SignallingContext, host: string): Datagrams {
  const ports = new Set<OpenDatagramPort>()
  const peers = new Map<string, DeviceConnection>()
  /** Peers that have not sent a whole frame yet, oldest first: they make room when all places are taken. */
  const unidentified = new Set<string>()
  const perAddress = new Map<string, number>()
  let paused = false

  function receive(port: OpenDatagramPort, datagram: Uint8Array, peer: UdpPeer): void {
    // A datagram cannot be held back: while the log is full it is not answered, and the device sends it again.
    if (paused) {
      context.counters.add('rejected', 'log-full')
      return
    }
    const key = `${port.port}/${peer.address}:${peer.port}`
    const known = peers.get(key)
    if (known) {
      take(known, datagram, key)
      return
    }
    // A datagram from a new address creates a connection only when it begins as a frame does.
    const failure = datagram[0] !== 0x7e ? 'not-a-frame' : failureOf(port, peer)
    if (failure) {
      context.counters.add('rejected', failure)
      return
    }
    const connection = new DeviceConnection(context, udpTransport(port, peer, key))
    peers.set(key, connection)
    unidentified.add(key)
    port.peers += 1
    perAddress.set(peer.address, (perAddress.get(peer.address) ?? 0) + 1)
    take(connection, datagram, key)
  }

  function failureOf(
    { releasedMs }: OpenDatagramPort,
    { address }: UdpPeer,
  ): 'port-released' | 'too-many' | 'too-many-of-address' | null {
    if (releasedMs !== null) return 'port-released'
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

  /** With the last of them the port closes. */
  function endPeersOf({ port }: OpenDatagramPort): void {
    for (const [key, connection] of [...peers]) if (key.startsWith(`${port}/`)) connection.close('port-released')
  }

  function udpTransport(port: OpenDatagramPort, peer: UdpPeer, key: string): Transport {
    return {
      kind: 'udp',
      peer: `${peer.address}:${peer.port} (udp)`,
      address: peer.address,
      localAddress: port.udp.address,
      write(bytes) {
        for (const frame of framesOf(bytes)) port.udp.send(frame, peer)
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
        port.peers -= 1
        port.closeIfUnused()
      },
    }
  }

  return {
    get peers() {
      return peers.size
    },
    async listen(number, name) {
      const released = [...ports].find(({ port, releasedMs }) => releasedMs !== null && port === number)
      if (released !== undefined) {
        released.releasedMs = null
        return released
      }
      const udp = await listenUdp({
        name,
        host,
        port: number,
        receive: (datagram, peer) => receive(port, datagram, peer),
      })
      const port = new OpenDatagramPort(udp, context.clock, (one) => {
        ports.delete(one)
        void one.udp.close()
      })
      ports.add(port)
      return port
    },
    pause(isPaused) {
      paused = isPaused
    },
    tick(nowMs) {
      for (const port of ports) if (nowMs - (port.releasedMs ?? nowMs) >= RELEASED_MS) endPeersOf(port)
      for (const connection of peers.values()) context.contain(connection, () => connection.tick(nowMs))
    },
    async close() {
      for (const connection of [...peers.values()]) connection.close('shutdown')
      await Promise.all([...ports].map(({ udp }) => udp.close()))
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
