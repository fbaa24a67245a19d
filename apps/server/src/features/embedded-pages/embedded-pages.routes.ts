import { type EmbeddedPages, embeddedPagesPath } from '@fleetglass/contract/embedded-pages'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'

/** `GET /gkserver/iframes`: the pages of the configuration. */
export function embeddedPageRoutes(
  fastify: FastifyInstance,
  deps: { readonly authenticator: Authenticator; readonly pages: EmbeddedPages['iframes'] },
): void {
  addCall(fastify, deps.authenticator, {
    method: 'GET',
    path: embeddedPagesPath,
    access: 'login',
    body: z.unknown(),
    handle: () => ({ iframes: deps.pages }) satisfies EmbeddedPages,
  })
}
