import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Entrance, Entry } from '../entries/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whom the route answers; a route that does not say it ends the start of the server. */
    entrance?: Entrance
  }
}

/** For routes that answer anyone and hold nothing secret. */
export const forAnyone = { config: { entrance: 'anyone' } } as const satisfies { config: { entrance: Entrance } }

/** The one route that is added by a plugin: the files of the console. */
const CONSOLE_FILES = '/*'

/** Notes every route that is registered from now on, with whom it answers. Throws for one that does not say it. */
export function noteRoutes(fastify: FastifyInstance): readonly Entry[] {
  const entries: Entry[] = []
  fastify.addHook('onRoute', (route) => {
    const entrance = route.url === CONSOLE_FILES ? 'anyone' : route.config?.entrance
    for (const method of methodsOf(route)) {
      const name = `${method} ${route.url}`
      if (entrance === undefined) throw new Error(`${name} does not say whom it answers (config.entrance)`)
      entries.push({ kind: 'call', name, entrance })
    }
  })
  return entries
}

/** A HEAD is answered by the handler of its GET. */
function methodsOf({ method }: RouteOptions): string[] {
  return [method].flat().filter((one) => one !== 'HEAD')
}
