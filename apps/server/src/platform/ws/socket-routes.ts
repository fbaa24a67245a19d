import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type AnyCaller, bearerFields, type Endpoint } from '../access-policy/index.ts'
import { type AuditedAction, type AuditLog, auditedAction } from '../audit/index.ts'
import { createTrustedProxies, httpsRedirect, networkOf, type TrustedProxies } from '../remote-address/index.ts'
import { createAddressCounts } from './address-counts.ts'
import type { GracefulClose } from './graceful-close.ts'
import { boundUnfinished } from './unfinished-bytes.ts'

/** What is known of a client when its WebSocket opens. */
export interface SocketRequest {
  /** Address of the client, see `TrustedProxies`. */
  readonly address: string
  readonly port: number
  readonly path: string
  readonly query: URLSearchParams
  readonly origin: string | null
  /** The `Host` the client asked for: name and port. */
  readonly host: string | null
  /** What the client calls itself; may be empty. */
  readonly client: string
}

export interface SocketRoute {
  /** What can be requested through the socket, and by which accounts. A socket that opens for anyone and then listens is `anyone` beside it. */
  endpoints(): readonly Endpoint[]
  /** A longer message closes the socket with 1009. */
  readonly maxMessageBytes: number
  /** Unfinished bytes of a client before `known` is called; more close the socket with 1009. Left out: `maxMessageBytes`. */
  readonly maxUnknownBytes?: number
  /**
   * Takes over the socket: it owns its listeners and its end. `known` reports that the peer may send long messages from now on. `opened` reports what came
   * of it, for the audit log; a route whose messages are recorded one by one does not call it.
   */
  accept(socket: WebSocket, request: SocketRequest, known: () => void, opened: (opening: SocketOpening) => void): void
}

/** A socket or stream that was opened or refused. */
export interface SocketOpening {
  /** Of the route. */
  readonly endpoint: Pick<Endpoint, 'kind' | 'name' | 'audit'>
  readonly caller: AnyCaller | null
  /** The user name that was given. */
  readonly user: string
  /** `ok`, or the code of the error it was refused with. */
  readonly result: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The WebSocket paths of one listener. */
export interface SocketRoutes {
  add(path: string, route: SocketRoute): void
  /** Of all routes. */
  endpoints(): readonly Endpoint[]
  /** Begins to answer upgrade requests of this HTTP server. */
  attach(server: Server): void
  /** Closes every open socket with 1001 and ends those that do not follow. */
  close(): Promise<void>
}

/** Why an upgrade request was turned away, or an open socket ended. */
export type RejectedSocket = 'no-tls' | 'unknown-path' | 'too-many' | 'malformed' | 'protocol' | 'too-large'

export interface SocketRoutesOptions {
  /** Open sockets of this listener; the next one is answered 503. */
  readonly maxSockets: number
  /** Of them those of one address, as a trusted proxy reports it; left out: all. */
  readonly socketsPerAddress?: number
  readonly gracefulClose: GracefulClose
  /** Left out: openings are not recorded. */
  readonly audit?: AuditLog
  /** Left out: no proxy is believed. */
  readonly proxies?: TrustedProxies
  /** The port of https to which clients without TLS are sent; left out or `null`: both are answered. */
  readonly onlyHttps?: () => number | null
  onRejected(reason: RejectedSocket, address: string): void
}

// For the answer to our close frame; who gives none, or reads nothing, is ended then. Newer than the types of `ws`.
const lingering: object = { closeTimeout: 2000 }

export function createSocketRoutes(options: SocketRoutesOptions): SocketRoutes {
  const routes = new Map<string, { readonly route: SocketRoute; readonly server: WebSocketServer }>()
  const open = new Set<WebSocket>()
  const proxies = options.proxies ?? createTrustedProxies([])
  const { addressOf, isProxy } = proxies
  const counts = createAddressCounts({
    inAll: options.maxSockets,
    perAddress: options.socketsPerAddress ?? options.maxSockets,
    unbounded: isProxy,
  })
  const keyOf = (address: string): string => (isProxy(address) ? address : networkOf(address))
  let attached: Server | null = null

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy())
    const httpsPort = options.onlyHttps?.() ?? null
    const to = httpsPort === null ? null : httpsRedirect(request, httpsPort, proxies)
    if (to !== null) {
      rejectUpgrade(stream, `307 Temporary Redirect\r\nLocation: ${to}`, 'no-tls', addressOf(request))
      return
    }
    const read = readRequest(request, addressOf(request))
    const found = routes.get(read?.path ?? '')
    if (read === null) rejectUpgrade(stream, '400 Bad Request', 'malformed', addressOf(request))
    else if (found === undefined) rejectUpgrade(stream, '404 Not Found', 'unknown-path', read.address)
    else if (stream.destroyed) return
    else if (counts.take(keyOf(read.address)) !== 'taken')
      rejectUpgrade(stream, '503 Service Unavailable', 'too-many', read.address)
    else {
      stream.once('close', () => counts.giveBack(keyOf(read.address)))
      found.server.handleUpgrade(request, stream, head, (socket) =>
        take(socket, stream, head.length, found.route, read),
      )
    }
  }
  const take = (socket: WebSocket, stream: Duplex, first: number, route: SocketRoute, request: SocketRequest): void => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A fault of the protocol is followed by `close`, which the owner of the socket sees.
    socket.on('error', () => options.onRejected('protocol', request.address))
    const exceeded = (): void => {
      options.onRejected('too-large', request.address)
      socket.close(1009, 'too long before a login')
      options.gracefulClose.end(stream, '')
    }
    const maxBytes = route.maxUnknownBytes ?? Number.POSITIVE_INFINITY
    const known = boundUnfinished(socket, stream, { first, maxBytes, exceeded })
    if (route.maxUnknownBytes === undefined) known()
    route.accept(socket, request, known, (opening) => record(opening, request))
  }
  const actions = new Map<string, AuditedAction>()
  const record = ({ endpoint, caller, user, result, parameters }: SocketOpening, { address }: SocketRequest): void => {
    const { kind, name, audit } = endpoint
    const action = actions.get(name) ?? auditedAction(kind === 'stream' ? 'stream' : 'socket', name, audit)
    actions.set(name, action)
    // It never rejects, and a stream acknowledges no change.
    void options.audit?.record({ action, caller, claimedUser: user, address, result, parameters })
  }
  const rejectUpgrade = (stream: Duplex, status: string, reason: RejectedSocket, address: string): void => {
    options.onRejected(reason, address)
    options.gracefulClose.end(stream, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }

  return {
    add(path, route) {
      const server = new WebSocketServer({
        noServer: true,
        clientTracking: false,
        perMessageDeflate: false,
        ...lingering,
        maxPayload: route.maxMessageBytes,
        // Text is checked by the reader of the message, which can say where it is wrong.
        skipUTF8Validation: true,
      })
      routes.set(path, { route, server })
    },
    endpoints: () => [...routes.values()].flatMap(({ route }) => route.endpoints()),
    attach(server) {
      attached = server
      server.on('upgrade', upgrade)
    },
    async close() {
      attached?.off('upgrade', upgrade)
      for (const socket of open) socket.close(1001, 'server stops')
      // Frames that were queued before the close are on their way after one turn of the loop; nobody is waited for.
      await new Promise((resolve) => setImmediate(resolve))
      for (const socket of open) socket.terminate()
      for (const { server } of routes.values()) server.close()
    },
  }
}

function readRequest(request: IncomingMessage, address: string): SocketRequest | null {
  const url = URL.parse(request.url ?? '', 'http://fleetglass')
  // No text of a stream's address needs NUL, and PostgreSQL refuses it where a user is looked up.
  if (url === null || [...url.searchParams].flat().some((text) => text.includes('\0'))) return null
  const { origin, host, authorization, 'user-agent': client = '' } = request.headers
  const query = url.searchParams
  for (const [name, value] of Object.entries(bearerFields(query.get('password'), authorization))) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  return {
    address,
    port: request.socket.remotePort ?? 0,
    path: url.pathname,
    query,
    origin: origin ?? null,
    host: host ?? null,
    client,
  }
}
