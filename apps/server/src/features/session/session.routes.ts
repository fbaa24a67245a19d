import { type Protocol, protocolPath, serverKindPath, siteScriptPath } from '@fleetglass/contract/session'
import type { FastifyInstance } from 'fastify'
import { forAnyone } from '../../platform/access-policy/index.ts'

/** What the login page must know before anyone is logged in. Nothing here is secret. */
export function sessionRoutes(
  fastify: FastifyInstance,
  deps: {
    protocol: () => Protocol
    site: Readonly<Record<string, unknown>>
    /** The login page asks for the address of a recorder server, instead of taking the host it came from. */
    chooseServer: boolean
  },
): void {
  fastify.get(protocolPath, forAnyone, async () => deps.protocol())
  fastify.get(serverKindPath, forAnyone, async () => ({ server: deps.chooseServer ? 'global' : 'local' }))
  fastify.get(siteScriptPath, forAnyone, async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return `window.gmsConfig = ${JSON.stringify(deps.site)}\n`
  })
}
