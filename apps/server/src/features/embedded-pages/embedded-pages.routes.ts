import { type EmbeddedPages, embeddedPagesPath } from '@fleetglass/contract/embedded-pages'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { OpenSettings } from '../../platform/settings/index.ts'

/** `GET /gkserver/iframes`: the pages as they are set. They are saved by the feature `server-settings`. */
export const embeddedPageEndpoints = (pages: OpenSettings<EmbeddedPages>): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: embeddedPagesPath,
    access: 'login',
    audit: 'Read the list of embedded pages',
    body: z.unknown(),
    handle: () => ({ iframes: pages.value.iframes, revision: pages.revision, saved: pages.savedFields }),
  }),
]
