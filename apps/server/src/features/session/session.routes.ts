import { type Protocol, protocolPath, serverKindPath, siteScriptPath } from '@fleetglass/contract/session'
import { type HttpEndpoint, rawEndpoint } from '../../platform/http/index.ts'

export interface SiteDeps {
  protocol(): Protocol
  readonly site: Readonly<Record<string, unknown>>
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
    async handle(_request, reply) {
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
      return `window.gmsConfig = ${JSON.stringify(deps.site)}\n`
    },
  }),
]
