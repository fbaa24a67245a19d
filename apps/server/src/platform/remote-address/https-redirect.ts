import type { IncomingMessage } from 'node:http'
import type { TrustedProxies } from './remote-address.ts'

/**
 * Where a client that came without TLS is sent: the same address by https at `port`, which the caller knows to be open with a certificate. `null`:
 * it is answered as it came, because the redirect would lead back here. That is so where the browser speaks https already and its TLS
 * ends at a proxy that is not trusted: it says https (`untrustedTlsProxy`), or it named the very port to which it would be sent.
 */
export function httpsRedirect(
  request: IncomingMessage,
  port: number,
  proxies: Pick<TrustedProxies, 'isSecure' | 'untrustedTlsProxy'>,
): string | null {
  const { headers, socket, url = '/' } = request
  const named = URL.parse(`http://${headers.host ?? ''}`)
  const leadsBack = namesHttps(named?.port ?? '', port, socket.localPort)
  if (proxies.isSecure(request) || proxies.untrustedTlsProxy(request) !== null || leadsBack) return null
  const name = named?.hostname ?? 'localhost'
  return `https://${name}${port === 443 ? '' : `:${port}`}${url.startsWith('/') ? url : '/'}`
}

/** Without a port the client named 80 or 443: 80 is where it came in, or something stands between. */
function namesHttps(named: string, port: number, localPort: number | undefined): boolean {
  return named === '' ? port === 443 && localPort !== 80 : Number(named) === port
}
