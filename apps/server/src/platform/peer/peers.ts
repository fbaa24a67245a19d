import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Who stands at the other end of a connection. Behind a proxy everybody has the proxy's address, and would share its
 * bounds and be held back for each other's wrong passwords; what a proxy tells is believed only of those that are named.
 */
export interface Peers {
  /** Address of who asks: the last one in `X-Forwarded-For` that is no trusted proxy, or that of the connection. */
  addressOf(request: IncomingMessage): string
  /** Whether the browser speaks https, to us or to a trusted proxy. */
  isSecure(request: IncomingMessage): boolean
  isProxy(address: string): boolean
}

/** `trustedProxies`: addresses, and networks as `10.0.0.0/8`. */
export function createPeers(trustedProxies: readonly string[]): Peers {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) trusted.addAddress(address, family(address))
    else trusted.addSubnet(address, Number(bits), family(address))
  }
  const isProxy = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, family(address))
  return {
    isProxy,
    addressOf(request) {
      let address = connectionAddress(request.socket)
      for (const told of textOf(request, 'x-forwarded-for').split(',').reverse()) {
        const before = plain(withoutPort(told.trim()))
        if (!isProxy(address) || isIP(before) === 0) break
        address = before
      }
      return address
    },
    isSecure(request) {
      if ('encrypted' in request.socket) return true
      // Of several, the first is what the browser spoke; the others are from proxy to proxy.
      const [told = ''] = textOf(request, 'x-forwarded-proto').split(',')
      return isProxy(connectionAddress(request.socket)) && told.trim().toLowerCase() === 'https'
    },
  }
}

/** Address of the other end of a connection, as it is compared and counted. */
export function connectionAddress({ remoteAddress }: { readonly remoteAddress?: string | undefined }): string {
  return plain(remoteAddress ?? '')
}

/** Without the IPv4-in-IPv6 prefix and without the network card of a link-local address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

/** Some proxies tell `1.2.3.4:5678` and `[::1]:9`. */
function withoutPort(told: string): string {
  return told.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function textOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}
