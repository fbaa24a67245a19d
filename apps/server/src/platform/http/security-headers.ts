import type { IncomingMessage } from 'node:http'
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** What the site has chosen beside our own origin; all else stays out. */
export interface OutsideOrigins {
  readonly tiles: readonly string[]
  readonly pictures: readonly string[]
  readonly scripts: readonly string[]
  /** The login page lets one name a recorder server: the main channel may then be anywhere. */
  readonly anyServer: boolean
}

/** Half a year, renewed with every answer. The ports of plain HTTP answer TLS too, so a browser that keeps to it finds them. */
export const STRICT_TRANSPORT = 'max-age=15552000'

export const nothingOutside: OutsideOrigins = { tiles: [], pictures: [], scripts: [], anyServer: false }

/**
 * Headers that keep a page from loading or telling anything elsewhere. The main channel and the streams have ports of
 * their own, so the page may also connect to other ports of the host it came from.
 */
export function contentSecurityPolicy({ tiles, pictures, scripts, anyServer }: OutsideOrigins): FastifyHelmetOptions {
  const ours = (...schemes: string[]) =>
    schemes.map((scheme) => (request: IncomingMessage) => {
      const host = /^[A-Za-z0-9.-]+/.exec(request.headers.host ?? '')?.[0]
      // An IPv6 host cannot be written in a policy; its scheme alone is the narrowest thing that works.
      return host === undefined ? `${scheme}:` : `${scheme}://${host}:*`
    })
  const servers = anyServer ? ['ws:', 'wss:', ...ours('http', 'https')] : ours('ws', 'wss', 'http', 'https')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scripts],
        // The map and the tables position what they draw by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...ours('http', 'https'), ...tiles, ...pictures],
        mediaSrc: ["'self'", 'blob:', ...ours('http', 'https')],
        connectSrc: ["'self'", ...servers, ...tiles],
        // The pages a site embeds are in a sandbox; which ones, is the site's list.
        frameSrc: ["'self'", 'http:', 'https:'],
        workerSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // On plain http browsers ignore these two and say so in the console of every page.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Pictures of the stream port are shown by the page of the web port.
    crossOriginResourcePolicy: { policy: 'same-site' },
    // Sent by `web-listener.ts` over TLS alone.
    strictTransportSecurity: false,
  }
}
