// Belongs here: one datagram socket and who spoke on it lately. Does not: what the datagrams mean.

import { createSocket, type Socket } from 'node:dgram'
import { StartError } from '../../platform/errors/index.ts'
import { bindSentence, plainBytes } from './tcp-listener.ts'

/** The other side of a datagram line; several devices may share an address behind NAT, but not address and port. */
export interface UdpPeer {
  readonly address: string
  readonly port: number
}

export interface UdpListenerOptions {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly receive: (datagram: Uint8Array, peer: UdpPeer) => void
}

export interface UdpListener {
  readonly address: string
  readonly port: number
  send(bytes: Uint8Array, peer: UdpPeer): void
  close(): Promise<void>
}

/** Room for what comes between two turns of the loop; the kernel may give less. */
const RECEIVE_BUFFER = 4 * 1024 * 1024

/** Rejects with a sentence when the port cannot be had. */
export async function listenUdp(options: UdpListenerOptions): Promise<UdpListener> {
  const { name, host, port, receive } = options
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: RECEIVE_BUFFER })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      reject(new StartError(bindSentence(name, host, port, error), { cause: error }))
    })
    socket.bind(port, host, resolve)
  })
  socket.removeAllListeners('error')
  // An answer to a device that is gone comes back as an error of the next read: it is ignored here.
  socket.on('error', () => undefined)
  socket.on('message', (datagram, { address, port }) => receive(plainBytes(datagram), { address, port }))
  let closing: Promise<void> | null = null
  return {
    address: socket.address().address,
    port: socket.address().port,
    send: (bytes, peer) => {
      if (!closing) socket.send(bytes, peer.port, peer.address)
    },
    close() {
      closing ??= closed(socket)
      return closing
    },
  }
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()))
}
