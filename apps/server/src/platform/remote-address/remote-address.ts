import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * The address of the client behind a connection. Behind a proxy all clients have the proxy's address, and would share its
 * limits and the delay after wrong passwords. The headers of a proxy are believed only if the proxy is configured.
 */
export interface TrustedProxies {
  /** Address of the client: the last one in `X-Forwarded-For` that is no trusted proxy, or that of the connection. */
  addressOf(request: IncomingMessage): string
  /** Whether the browser uses https, to this server or to a trusted proxy. */
  isSecure(request: IncomingMessage): boolean
  isProxy(address: string): boolean
  /**
   * The address of a proxy that is not trusted, and at which the TLS of the browser ends: `Origin` or `X-Forwarded-Proto` say https, and the
   * connection is plain. `null`: there is none.
   */
  untrustedTlsProxy(request: IncomingMessage): string | null
}

/** `trustedProxies`: addresses, and networks as `10.0.0.0/8`. */
export function createTrustedProxies(trustedProxies: readonly string[]): TrustedProxies {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) trusted.addAddress(address, family(address))
    else trusted.addSubnet(address, Number(bits), family(address))
  }
  const isProxy = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, family(address))
  const isSecure = (request: IncomingMessage): boolean =>
    'encrypted' in request.socket || (isProxy(connectionAddress(request.socket)) && isReportedSecure(request))
  return {
    isProxy,
    isSecure,
    untrustedTlsProxy(request) {
      const isHttps = isReportedSecure(request) || textOf(request, 'origin').toLowerCase().startsWith('https:')
      return isHttps && !isSecure(request) ? connectionAddress(request.socket) : null
    },
    addressOf(request) {
      let address = connectionAddress(request.socket)
      for (const reported of textOf(request, 'x-forwarded-for').split(',').reverse()) {
        const before = plain(withoutPort(reported.trim()))
        if (!isProxy(address) || isIP(before) === 0) break
        address = before
      }
      return address
    },
  }
}

/** Address of the other end of a connection, as it is compared and counted. */
export function connectionAddress({ remoteAddress }: { readonly remoteAddress?: string | undefined }): string {
  return plain(remoteAddress ?? '')
}

/**
 * The network that limits count as one client: the /64 of an IPv6 address, which is what one subscriber has at least, so that
 * a new address does not bring a new limit.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = [], tail] = address.split('::').map(groupsOf)
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<number>(zeros).fill(0), ...(tail ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function groupsOf(text: string): number[] {
  // An IPv4 address at the end stands for two groups, and never for one of the first four.
  const parts = text.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split(':')
  return parts.filter((part) => part !== '').map((part) => Number.parseInt(part, 16))
}

/** Without the IPv4-in-IPv6 prefix and without the network card of a link-local address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

/** Some proxies send `1.2.3.4:5678` and `[::1]:9`. */
function withoutPort(reported: string): string {
  return reported.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function isReportedSecure(request: IncomingMessage): boolean {
  // Of several, the first is what the browser spoke; the others are from proxy to proxy.
  const [reported = ''] = textOf(request, 'x-forwarded-proto').split(',')
  return reported.trim().toLowerCase() === 'https'
}

function textOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}
