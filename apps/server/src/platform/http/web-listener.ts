import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { AppError } from '@fleetglass/contract/errors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Endpoint } from '../access-policy/index.ts'
import { recordRoutes } from '../access-policy/index.ts'
import type { AuditLog } from '../audit/index.ts'
import type { Clock } from '../clock/index.ts'
import { expectedError, rejectNul } from '../errors/index.ts'
import { bindTcp, type TcpPort } from '../listeners/index.ts'
import { type LimitedLog, type Log, limitLog } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { createTrustedProxies, httpsRedirect, networkOf, type TrustedProxies } from '../remote-address/index.ts'
import { answerTls, type Certificate, type TlsFront } from '../tls/index.ts'
import { createGracefulClose, createSocketRoutes, type SocketRoutes } from '../ws/index.ts'
import { auditCalls, decorateRequests } from './audited-calls.ts'
import { badRequest } from './bad-request.ts'
import { addressOf, isSecure, useTrustedProxies } from './client-address.ts'
import { boundConnections } from './connection-bounds.ts'
import { consoleFiles } from './console-files.routes.ts'
import { routeOfType } from './routing/route-of-type.ts'
import { contentSecurityPolicy, nothingOutside, type OutsideOrigins, STRICT_TRANSPORT } from './security-headers.ts'
import { sendFailure } from './send-failure.ts'

/** Ports that speak HTTP and WebSocket: calls and files in `fastify`, WebSocket paths in `sockets`. */
export interface WebListener {
  readonly name: string
  readonly fastify: FastifyInstance
  readonly sockets: SocketRoutes
  /** Everything that was registered, with its access policy. */
  endpoints(): readonly Endpoint[]
  /** Opens a port; several can be open at a time. What came by one that is released stays until it ends by itself. */
  listen(port: WebPort): Promise<TcpPort>
  close(): Promise<void>
}

export interface WebPort {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** Answers nothing but TLS there. */
  readonly onlyTls?: boolean
}

export interface WebListenerOptions {
  /** Folder of the built console, for the listener that serves it. */
  readonly consoleFolder?: string
  readonly name: string
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Left out: calls and sockets are not recorded. */
  readonly audit?: AuditLog
  /** Open connections of one address; the next one is ended at once. */
  readonly connectionsPerAddress: number
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed; left out: of none. */
  readonly trustedProxies?: readonly string[]
  /** How long a client may take for the head of a request; left out: ten seconds. */
  readonly headersTimeoutMs?: number
  /** Answers TLS with it, beside plain HTTP on the same port; left out: no TLS. */
  readonly certificate?: Certificate | null
  /** What the console may load from elsewhere; left out: nothing. */
  readonly outside?: OutsideOrigins
  /** The port of https to which clients without TLS are sent; left out or `null`: both are answered. */
  readonly onlyHttps?: () => number | null
}

const MAX_BODY_BYTES = 1024 * 1024
// Below what a process may have open, with room for recorders and files.
const MAX_CONNECTIONS = 5000
// For the head of a request, from the first moment of its connection. Looked at every quarter of it.
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
// For answers under way when the server stops: a client that does not read its answer must not hold it up.
const CLOSE_PATIENCE_MS = 2000
// Of one address, which may be a whole office. Wrong passwords are held back much earlier (features/session).
const callLimit = {
  max: 1000,
  timeWindow: 10_000,
  // Addresses remembered; the least recently seen one is forgotten first.
  cache: 10_000,
  keyGenerator: (request: FastifyRequest) => networkOf(addressOf(request)),
  errorResponseBuilder: () => new AppError('too-many-calls'),
}

/** Belongs here: what every call shares. Does not: what a call means (`*.routes.ts` of its feature). */
export async function createWebListener(options: WebListenerOptions): Promise<WebListener> {
  // Limited by address, because anyone who connects can cause its lines.
  const log = limitLog(options.log.child({ part: options.name }), options.clock)
  const rejectedSockets = options.metrics.counter(
    'fleetglass_sockets_refused_total',
    'WebSockets turned away, or ended for a fault of the protocol',
    ['listener', 'reason'],
  )
  const badRequests = options.metrics.counter('fleetglass_http_bad_requests_total', 'Bytes that were no HTTP', [
    'listener',
    'reason',
  ])
  const gracefulClose = createGracefulClose(options.clock)
  const proxies = createTrustedProxies(options.trustedProxies ?? [])
  const headersTimeout = options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS
  const typedRoutes = new Set<string>()
  const fastify = Fastify({
    http: { headersTimeout, connectionsCheckingInterval: headersTimeout / 4 },
    clientErrorHandler(error, socket) {
      badRequests.inc({ listener: options.name, reason: error.code })
      const address = socket.remoteAddress ?? ''
      log.debug(networkOf(address), { reason: error.code, address }, 'bytes that are no HTTP')
      const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
      if (!socket.writable) socket.destroy()
      else gracefulClose.end(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    },
    // Our own lines below: Fastify's carry addresses with credentials and come twice a request.
    logger: false,
    rewriteUrl: ({ url = '/' }) => routeOfType(url, typedRoutes),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Ends idle connections at once when the server stops; those at work finish first.
    forceCloseConnections: 'idle',
    // A path that cannot be decoded is none.
    frameworkErrors: (_error, _request, reply) => void answerUnknownPath(reply as unknown as FastifyReply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  const sockets = createSocketRoutes({
    maxSockets: MAX_CONNECTIONS,
    socketsPerAddress: options.connectionsPerAddress,
    gracefulClose,
    proxies,
    ...(options.audit && { audit: options.audit }),
    ...(options.onlyHttps && { onlyHttps: options.onlyHttps }),
    onRejected(reason, address) {
      rejectedSockets.inc({ listener: options.name, reason })
      log.debug(networkOf(address), { reason, address }, 'WebSocket refused')
    },
  })
  useTrustedProxies(fastify, proxies)
  await fastify.register(helmet, contentSecurityPolicy(options.outside ?? nothingOutside))
  fastify.addHook('onRequest', async (request, reply) => {
    if (isSecure(request)) reply.header('strict-transport-security', STRICT_TRANSPORT)
  })
  if (options.onlyHttps !== undefined) redirectToHttps(fastify, options.onlyHttps, proxies)
  await fastify.register(rateLimit, callLimit)
  countRequests(fastify, options)
  rejectNulTexts(fastify)
  answerFaults(fastify, log, options)
  const routes = recordRoutes(fastify)
  fastify.addHook('onRoute', ({ url }) => void typedRoutes.add(url))
  decorateRequests(fastify)
  if (options.audit !== undefined) auditCalls(fastify, options.audit)
  if (options.consoleFolder !== undefined) await consoleFiles(fastify, options.consoleFolder)
  else fastify.setNotFoundHandler((_request, reply) => answerUnknownPath(reply))
  const tls = frontOf(fastify, options, headersTimeout, (reason, address) => {
    badRequests.inc({ listener: options.name, reason })
    log.debug(networkOf(address ?? ''), { reason, address }, 'a connection that did not come to speak TLS')
  })
  const mayStay = boundConnections({ ...options, proxies, inAll: MAX_CONNECTIONS })
  const accept = (socket: Socket, onlyTls: boolean): void => {
    if (!mayStay(socket)) return
    if (tls === null) fastify.server.emit('connection', socket)
    else tls.accept(socket, onlyTls)
  }
  const ports = new Set<TcpPort>()
  let isClosing = false
  fastify.addHook('onResponse', async () => {
    // A connection that was answering when the server began to stop has nothing more to wait for.
    if (isClosing) setImmediate(() => fastify.server.closeIdleConnections())
  })
  sockets.attach(fastify.server)

  return {
    name: options.name,
    fastify,
    sockets,
    endpoints: () => [...routes, ...sockets.endpoints()],
    async listen({ host, port, onlyTls = false }) {
      if (onlyTls && tls === null) throw new Error('no certificate was given')
      await fastify.ready()
      // The HTTP server has no port of its own, and it watches the time of its clients only once it listens.
      if (ports.size === 0) fastify.server.emit('listening')
      const bound = await bindTcp({ host, port, accept: (socket) => accept(socket, onlyTls) })
      ports.add(bound)
      void bound.ended.then(() => ports.delete(bound))
      return bound
    },
    async close() {
      isClosing = true
      for (const bound of ports) bound.release()
      await sockets.close()
      gracefulClose.close()
      tls?.close()
      const all = [...ports]
      const impatience = options.clock.after(CLOSE_PATIENCE_MS, () => {
        for (const bound of all) bound.destroyAll()
      })
      await Promise.all([fastify.close(), ...all.map(({ ended }) => ended)]).finally(() => impatience.cancel())
    },
  }
}

/** Found without TLS also where it is required: nothing of it is secret, and who asks for it cannot be sent elsewhere. */
const plainPaths: readonly string[] = ['/healthz', '/readyz', '/.well-known/acme-challenge/']

/** SET-027. Not for good (308): an administrator may allow plain HTTP again. */
function redirectToHttps(fastify: FastifyInstance, onlyHttps: () => number | null, proxies: TrustedProxies): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const port = onlyHttps()
    if (port === null || plainPaths.some((path) => request.url.startsWith(path))) return
    const to = httpsRedirect(request.raw, port, proxies)
    return to === null ? undefined : reply.redirect(to, 307)
  })
}

function frontOf(
  { server }: FastifyInstance,
  { certificate }: WebListenerOptions,
  patienceMs: number,
  onFailed: (reason: string, address: string | undefined) => void,
): TlsFront | null {
  if (!certificate) return null
  const front = answerTls(server, { pair: certificate.pair, patienceMs, onFailed })
  certificate.onRenewed((pair) => front.renew(pair))
  return front
}

function answerUnknownPath(reply: FastifyReply): FastifyReply {
  return sendFailure(reply, new AppError('unknown-path'))
}

function countRequests(fastify: FastifyInstance, { name, metrics }: WebListenerOptions): void {
  const seconds = metrics.histogram(
    'fleetglass_http_request_seconds',
    'Duration of HTTP calls',
    [0.005, 0.02, 0.1, 0.5, 2, 10],
    ['listener', 'status'],
  )
  const meter = metrics.meter('http')
  fastify.addHook('onResponse', async (_request, reply) => {
    meter.observe(reply.elapsedTime / 1000)
    seconds.observe({ listener: name, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}

/** Before anybody's credentials are checked: a user name is a text of the request too. */
function rejectNulTexts(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', async (request) => {
    // A path that does not exist is answered as such.
    if (request.is404) return
    rejectNul(request.params)
    rejectNul(request.query)
    rejectNul(request.body)
  })
}

/** Errors become answers here and nowhere else. */
function answerFaults(fastify: FastifyInstance, log: LimitedLog, { name, metrics }: WebListenerOptions): void {
  // Their status is that of an answer (API1-44), so they are counted here.
  const failures = metrics.counter('fleetglass_http_failures_total', 'HTTP calls that failed at the server', [
    'listener',
  ])
  fastify.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const rejected = error instanceof AppError ? error : badRequest(error)
    if (rejected !== null) return sendFailure(reply, rejected)
    const call = { err: error, method: request.method, path: request.routeOptions.url }
    log.error(`${networkOf(addressOf(request))} ${call.path}`, call, 'a call failed')
    failures.inc({ listener: name })
    return sendFailure(reply, expectedError(error))
  })
}
