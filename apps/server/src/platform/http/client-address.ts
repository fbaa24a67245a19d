import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../remote-address/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What `addressOf` found: several ask for it in one call, and a connection that has ended has no address. */
    clientAddress: string | null
  }
}

const TRUSTED_PROXIES = 'peers'

/** Sets which proxies are trusted for the calls of a listener. */
export function useTrustedProxies(fastify: FastifyInstance, proxies: TrustedProxies): void {
  fastify.decorate(TRUSTED_PROXIES, proxies)
  fastify.decorateRequest('clientAddress', null)
}

/** Address of the caller, see `TrustedProxies`. */
export function addressOf(request: FastifyRequest): string {
  request.clientAddress ??= trustedProxiesOf(request).addressOf(request.raw)
  return request.clientAddress
}

/** Whether the browser of who calls speaks https. */
export function isSecure(request: FastifyRequest): boolean {
  return trustedProxiesOf(request).isSecure(request.raw)
}

/** See `TrustedProxies`. */
export function untrustedTlsProxy(request: FastifyRequest): string | null {
  return trustedProxiesOf(request).untrustedTlsProxy(request.raw)
}

function trustedProxiesOf({ server }: FastifyRequest): TrustedProxies {
  return server.getDecorator<TrustedProxies>(TRUSTED_PROXIES)
}
