import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { explainStorageFault } from '../storage/index.ts'

// Whoever watches over the server is answered also while it is flooded.
const always = { config: { entrance: 'anyone', rateLimit: false } } as const

/** `/healthz` and `/metrics`, for whoever watches over the server. Neither holds anything secret. */
export function operations(
  fastify: FastifyInstance,
  deps: {
    database: Database
    storage: { readonly fault: string | null }
    /** Why nothing is recorded, or `null`. */
    recordingFault: () => string | null
    metrics: Metrics
    version: string
  },
): void {
  fastify.get('/healthz', always, async (_request, reply) => {
    const answered = await deps.database.ping().then(
      () => 'ok',
      // What the driver says may name hosts, users and files: it is in the log.
      (error: unknown) =>
        explainStorageFault(error) ?? 'The database does not answer as it should; the log has the reason',
    )
    // A database that answers may still take no writes: its disk is full, it is locked, its folder is gone.
    const database = deps.storage.fault ?? answered
    const recording = deps.recordingFault() ?? 'ok'
    const isOk = database === 'ok' && recording === 'ok'
    reply.code(isOk ? 200 : 503).header('cache-control', 'no-store')
    return { status: isOk ? 'ok' : 'failing', version: deps.version, database, recording }
  })
  fastify.get('/metrics', always, async (_request, reply) => {
    reply.header('content-type', deps.metrics.contentType).header('cache-control', 'no-store')
    return deps.metrics.text()
  })
}
