import {
  isSafeMode,
  mapScriptPath,
  type OpenProtocol,
  protocolPath,
  serverKindPath,
  siteScriptPath,
} from '@fleetglass/contract/session'
import { type HttpEndpoint, rawEndpoint } from '../../platform/http/index.ts'

export interface SiteDeps {
  protocol(): OpenProtocol
  /** The script that sets the options of the site. */
  siteScript(isSafe: boolean): string
  /** The script with what was saved of the map. */
  mapScript(): string
  /** The login page asks for the address of a recorder server, instead of taking the host it came from. */
  readonly chooseServer: boolean
}

/** What the login page must know before anyone is logged in. Nothing here is secret. */
export const siteEndpoints = (deps: SiteDeps): HttpEndpoint[] => [
  rawEndpoint({
    path: protocolPath,
    access: 'anyone',
    audit: 'Read the ports of the server',
    listeners: 'web',
    handle: async () => deps.protocol(),
  }),
  rawEndpoint({
    path: serverKindPath,
    access: 'anyone',
    audit: 'Read whether the login page asks for a server',
    listeners: 'web',
    handle: async () => ({ server: deps.chooseServer ? 'global' : 'local' }),
  }),
  rawEndpoint({
    path: siteScriptPath,
    access: 'anyone',
    audit: 'Read the options of the site',
    listeners: 'web',
    async handle(request, reply) {
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
      return deps.siteScript(isSafeMode(request.url))
    },
  }),
  rawEndpoint({
    path: mapScriptPath,
    access: 'anyone',
    audit: 'Read the map settings of the site',
    listeners: 'web',
    async handle(_request, reply) {
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
      return deps.mapScript()
    },
  }),
]
