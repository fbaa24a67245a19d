import { z } from 'zod'
import { ruleMessage } from '../../errors/index.ts'

/** How many pages a site may embed. */
export const EMBEDDED_PAGES_MAX = 5

/** A page of another site, shown inside the console. */
export const embeddedPageSchema = z.object({
  title: z.string().min(1, ruleMessage('empty')),
  /** A web address, or a path of this server. */
  url: z.string().regex(/^(https?:\/\/\S+|\/(?!\/)\S*)$/, ruleMessage('not-page-address')),
})

/** `GET`: the embedded pages; a page's place in the list, counted from 0, is the index of `/iframe/{index}`. */
export const embeddedPagesPath = '/gkserver/iframes'
export const embeddedPagesSchema = z.object({ iframes: z.array(embeddedPageSchema).max(EMBEDDED_PAGES_MAX) })
export type EmbeddedPages = z.infer<typeof embeddedPagesSchema>
