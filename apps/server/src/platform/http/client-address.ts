import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Peers } from '../peer/index.ts'

const PEERS = 'peers'

/** Tells the calls of a listener which proxies are believed. */
export function usePeers(fastify: FastifyInstance, peers: Peers): void {
  fastify.decorate(PEERS, peers)
}

/** Address of who calls, see `Peers`. */
export function addressOf(request: FastifyRequest): string {
  return peersOf(request).addressOf(request.raw)
}

/** Whether the browser of who calls speaks https. */
export function isSecure(request: FastifyRequest): boolean {
  return peersOf(request).isSecure(request.raw)
}

function peersOf({ server }: FastifyRequest): Peers {
  return server.getDecorator<Peers>(PEERS)
}
