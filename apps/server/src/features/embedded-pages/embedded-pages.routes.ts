import { type EmbeddedPages, embeddedPagesPath } from '@fleetglass/contract/embedded-pages'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'

/** `GET /gkserver/iframes`: the pages of the configuration. */
export const embeddedPageEndpoints = (pages: EmbeddedPages['iframes']): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: embeddedPagesPath,
    access: 'login',
    audit: 'Read the list of embedded pages',
    body: z.unknown(),
    handle: () => ({ iframes: pages }) satisfies EmbeddedPages,
  }),
]
