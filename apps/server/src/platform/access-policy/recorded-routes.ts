import type { FastifyInstance, RouteOptions } from 'fastify'
import type { AccessPolicy, Endpoint } from './access-policy.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. The server does not start with a route that lacks this or the audit description. */
    access?: AccessPolicy
    /** What a call of the route did, for the audit log. */
    audit?: string
    /** See `Endpoint`. */
    personal?: boolean
    /** What the route answers by another right, for a query that has this: `type=event`. It is an endpoint of its own. */
    variants?: readonly { readonly query: string; readonly access: AccessPolicy; readonly audit: string }[]
  }
}

/** The one route that is added by a plugin: the files of the console. */
const CONSOLE_FILES = '/*'
const consoleFiles = { access: 'anyone', audit: 'Read a file of the console' } as const

/** Records every route that is registered from now on, with its access policy. Throws for a route without one, or without an audit description. */
export function recordRoutes(fastify: FastifyInstance): readonly Endpoint[] {
  const endpoints: Endpoint[] = []
  fastify.addHook('onRoute', (route) => {
    const config = route.url === CONSOLE_FILES ? consoleFiles : (route.config ?? {})
    const { access, audit } = config
    for (const method of methodsOf(route)) {
      const name = `${method} ${route.url}`
      if (access === undefined) throw new Error(`${name} has no access policy (config.access)`)
      if (audit === undefined) throw new Error(`${name} has no audit description (config.audit)`)
      endpoints.push({ kind: 'call', name, access, audit, ...('personal' in config && { personal: true }) })
      for (const { query, ...variant } of 'variants' in config ? (config.variants ?? []) : [])
        endpoints.push({ kind: 'call', name: `${name}?${query}`, ...variant })
    }
  })
  return endpoints
}

/** A HEAD is answered by the handler of its GET. */
function methodsOf({ method }: RouteOptions): string[] {
  return [method].flat().filter((one) => one !== 'HEAD')
}
