import { type Protocol, protocolPath, serverKindPath, siteScriptPath } from '@fleetglass/contract/session'
import type { FastifyInstance } from 'fastify'

/** What the login page must know before anyone is logged in. Nothing here is secret. */
export function sessionRoutes(
  fastify: FastifyInstance,
  deps: { protocol: () => Protocol; site: Readonly<Record<string, unknown>> },
): void {
  fastify.get(protocolPath, async () => deps.protocol())
  // One recorder server of one's own: the login page takes the host it came from.
  fastify.get(serverKindPath, async () => ({ server: 'local' }))
  fastify.get(siteScriptPath, async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return `window.gmsConfig = ${JSON.stringify(deps.site)}\n`
  })
}
