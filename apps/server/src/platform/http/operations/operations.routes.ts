import { AppError } from '@fleetglass/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/index.ts'
import { storageFault } from '../../errors/index.ts'
import { createMetricsReader, type MetricsReaderOptions } from './metrics-reader.ts'

// A program that watches over the server is answered while it is flooded too.
const always = { config: { access: 'anyone', audit: 'Read the health of the server', rateLimit: false } } as const

/** `/healthz`, `/readyz` and `/metrics`, for programs that watch over the server. The first two hold nothing secret. */
export function operations(
  fastify: FastifyInstance,
  deps: {
    database: Database
    storage: { readonly fault: string | null }
    /** Why nothing is recorded, or `null`. */
    recordingFault: () => string | null
    /** Why servers cannot reach each other, or `null`; `undefined` for one that needs no other. */
    busFault?: () => string | null | undefined
    /** Why closed files cannot be uploaded, or `null`; left out where they are not. Recording goes on, so the status stays. */
    mediaStoreFault?: () => string | null
    metrics: MetricsReaderOptions
    version: string
  },
): void {
  // Anybody may ask, and a database that answers slowly must not have a queue of such questions before what is to be stored.
  let pinging: Promise<void> | null = null
  const ping = (): Promise<void> => {
    pinging ??= deps.database.ping().finally(() => {
      pinging = null
    })
    return pinging
  }
  const look = async () => {
    const answered = await ping().then(
      () => 'ok',
      // What the driver says may name hosts, users and files: it is in the log.
      (error: unknown) =>
        storageFault(error)?.message ?? 'The database does not answer as it should; the log has the reason',
    )
    // A database that answers may still take no writes: its disk is full, it is locked, its folder is gone.
    const database = deps.storage.fault ?? answered
    const recording = deps.recordingFault() ?? 'ok'
    const busFault = deps.busFault?.()
    // A supervisor that restarts a server for its bus would end recording, which needs none.
    const isOk = database === 'ok' && recording === 'ok'
    const health = {
      status: isOk ? 'ok' : 'failing',
      version: deps.version,
      database,
      recording,
      ...(busFault !== undefined && { bus: busFault ?? 'ok' }),
      ...(deps.mediaStoreFault && { mediaStore: deps.mediaStoreFault() ?? 'ok' }),
    }
    return { health, isOk, isReady: isOk && (busFault ?? null) === null }
  }
  fastify.get('/healthz', always, async (_request, reply) => {
    const { health, isOk } = await look()
    reply.code(isOk ? 200 : 503).header('cache-control', 'no-store')
    return health
  })
  // For what sends users to one of several servers: without its bus a server does not reach the devices of the others.
  fastify.get('/readyz', always, async (_request, reply) => {
    const { health, isReady } = await look()
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store')
    return health
  })
  const reader = createMetricsReader(deps.metrics)
  fastify.get(
    '/metrics',
    { config: { access: 'token', audit: 'Read the metrics', rateLimit: false } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!reader.admits(request.headers.authorization)) {
        reply.header('www-authenticate', 'Bearer')
        throw new AppError('wrong-token')
      }
      reply.header('content-type', reader.contentType)
      return await reader.text()
    },
  )
}
