import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/index.ts'
import type { Metrics } from '../metrics/index.ts'

// Whoever watches over the server is answered also while it is flooded.
const always = { config: { rateLimit: false } } as const

/** `/healthz` and `/metrics`, for whoever watches over the server. Neither holds anything secret. */
export function operations(
  fastify: FastifyInstance,
  deps: { database: Database; metrics: Metrics; version: string },
): void {
  fastify.get('/healthz', always, async (_request, reply) => {
    const database = await deps.database.ping().then(
      () => 'ok',
      (error: Error) => error.message,
    )
    reply.code(database === 'ok' ? 200 : 503).header('cache-control', 'no-store')
    return { status: database === 'ok' ? 'ok' : 'failing', version: deps.version, database }
  })
  fastify.get('/metrics', always, async (_request, reply) => {
    reply.header('content-type', deps.metrics.contentType).header('cache-control', 'no-store')
    return deps.metrics.text()
  })
}
