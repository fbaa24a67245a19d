// Belongs here: TLS in front of an HTTP server, on whichever of its ports. Does not: the certificate's files.
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { KeyPair } from './certificate.ts'

/** First byte of a TLS connection: a record of the handshake (RFC 8446, 5.1). No HTTP method begins with it. */
const HANDSHAKE = 0x16

/** TLS in front of an HTTP server. */
export interface TlsFront {
  /** Takes a new connection of any port: by its first byte it is TLS or plain HTTP. With `onlyTls` plain HTTP is closed. */
  accept(socket: Socket, onlyTls: boolean): void
  /** For connections that come from now on; those that are open keep what they have. */
  renew(pair: KeyPair | null): void
  /** Ends connections that have not said what they speak. */
  close(): void
}

export interface TlsFrontOptions {
  /** `null`: until there is one, handshakes fail. */
  readonly pair: KeyPair | null
  /** From the first moment of a connection to its first byte, and from that to the end of the handshake. */
  readonly patienceMs: number
  /** A connection that did not come to speak TLS. */
  onFailed(reason: string, address: string | undefined): void
}

/**
 * Makes an HTTP server answer TLS as well: what a connection speaks is seen by its first byte. One server behind both, so that
 * bounds, routes and sockets are the same; a request over TLS has a socket with `encrypted`.
 */
export function answerTls(server: HttpServer, options: TlsFrontOptions): TlsFront {
  const { patienceMs } = options
  const speak = (socket: Socket): void => void server.emit('connection', socket)
  const tls = createTlsServer({
    ...options.pair,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: patienceMs,
  })
  tls.on('secureConnection', speak)
  tls.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    options.onFailed(error.code ?? 'unknown', socket.remoteAddress)
    socket.destroy()
  })
  const waiting = new Set<Socket>()

  const accept = (socket: Socket, onlyTls: boolean): void => {
    const fail = (): void => void socket.destroy()
    // By the machine's own clock, as Node's limits for the head of a request are.
    socket.setTimeout(patienceMs, fail)
    const end = (): void => {
      socket.setTimeout(0).off('timeout', fail)
      waiting.delete(socket)
    }
    const look = (): void => {
      const first: Buffer | null = socket.read(1)
      // Nothing yet, or the end.
      if (first === null) return
      socket.off('readable', look).off('end', fail).off('error', fail).off('close', end)
      end()
      socket.unshift(first)
      if (first[0] === HANDSHAKE) tls.emit('connection', socket)
      else if (!onlyTls) speak(socket)
      else {
        options.onFailed('plain-http', socket.remoteAddress)
        socket.destroy()
      }
    }
    waiting.add(socket)
    socket.on('readable', look).on('end', fail).on('error', fail).on('close', end)
  }

  return {
    accept,
    renew: (pair) => tls.setSecureContext({ ...pair, minVersion: 'TLSv1.2' }),
    close() {
      for (const socket of waiting) socket.destroy()
    },
  }
}
