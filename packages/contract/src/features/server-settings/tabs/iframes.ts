import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { EMBEDDED_PAGES_MAX, embeddedPageSchema } from '../../embedded-pages/index.ts'
import type { SettingsCall } from '../settings-call.ts'

/** Entries without a title or an address are dropped (SET-108). */
const pagesField = z
  .array(z.object({ title: z.string().trim(), url: z.string().trim() }))
  .transform((pages) => pages.filter(({ title, url }) => title !== '' && url !== ''))
  .pipe(z.array(embeddedPageSchema).max(EMBEDDED_PAGES_MAX, ruleMessage('too-many', { most: EMBEDDED_PAGES_MAX })))

/** SET-107: pages of other sites. The read is `embeddedPagesPath`, for every account. */
export const iframesCall = {
  path: '/gkserver/iframes',
  read: 'GET',
  fields: z.object({ iframes: pagesField }),
} as const satisfies SettingsCall
