import {
  textsPath,
  translationSavePath,
  translationSaveSchema,
  translationTokenAccess,
  translationTokenPath,
} from '@fleetglass/contract/translations'
import { z } from 'zod'
import type { Authenticator } from '../../platform/access-policy/index.ts'
import {
  endpoint,
  type HttpEndpoint,
  noteCaller,
  openEndpoint,
  type RawEndpoint,
  rawEndpoint,
  sessionToken,
} from '../../platform/http/index.ts'
import type { Translations } from './translations.service.ts'

/** Languages and texts, and how they are changed. */
export function translationEndpoints(translations: Translations, authenticator: Authenticator): HttpEndpoint[] {
  return [
    rawEndpoint({
      path: textsPath,
      access: 'anyone',
      audit: 'Read the texts',
      listeners: 'web',
      handle: readTexts(translations),
    }),
    endpoint({
      method: 'POST',
      path: translationTokenPath,
      access: translationTokenAccess,
      audit: 'Began to edit the translations',
      body: z.object({}),
      handle: async () => ({ token: await translations.token(), version: translations.current.all.tag }),
    }),
    endpoint({
      method: 'DELETE',
      path: translationTokenPath,
      access: translationTokenAccess,
      audit: 'Replaced the link of the translation editor',
      body: z.object({}),
      handle: async () => ({ token: await translations.replaceToken(), version: translations.current.all.tag }),
    }),
    openEndpoint({
      method: 'PUT',
      path: translationSavePath,
      // For everyone with the token: only permission 0 receives it, and a wrong one is answered like an unknown path.
      access: 'anyone',
      audit: 'Saved the translations',
      body: z.union([translationSaveSchema, textOfSave]),
      async handle({ body, request }) {
        // The secret path names no account; the browser's session gives it for the audit log.
        const cookie = sessionToken(request)
        const account = cookie === null ? null : await authenticator.ofCookie(cookie)
        if (account !== null) noteCaller(request, account)
        const { token = '' } = request.params as { readonly token?: string }
        await translations.save(token, body)
        return { hasError: false }
      },
    }),
  ]
}

/** The same in a body of the type text. */
const textOfSave = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'is no JSON' })
      return z.NEVER
    }
  })
  .pipe(translationSaveSchema)

/** A browser that has the texts already gets a 304. */
function readTexts(translations: Translations): RawEndpoint['handle'] {
  return async (request, reply) => {
    const { all, login } = translations.current
    const { part } = request.query as { readonly part?: unknown }
    const { plain, packed, tag } = part === 'login' ? login : all
    reply.headers({ etag: `"${tag}"`, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === `"${tag}"`) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(packed)
  }
}
