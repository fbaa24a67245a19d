import { z } from 'zod'

/** How many pages a site may embed. */
export const EMBEDDED_PAGES_MAX = 5

/** A page of another site, shown inside the console. */
export const embeddedPageSchema = z.object({
  title: z.string().min(1, 'has no title'),
  /** A web address, or a path of this server. */
  url: z.string().regex(/^(https?:\/\/\S+|\/(?!\/)\S*)$/, 'is no http(s) address and no path'),
})

/** `GET`: the embedded pages; a page's place in the list, counted from 0, is the index of `/iframe/{index}`. */
export const embeddedPagesPath = '/gkserver/iframes'
export const embeddedPagesSchema = z.object({ iframes: z.array(embeddedPageSchema).max(EMBEDDED_PAGES_MAX) })
export type EmbeddedPages = z.infer<typeof embeddedPagesSchema>
