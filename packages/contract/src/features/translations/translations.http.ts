import { z } from 'zod'

/** The languages and all their texts. Answers anyone: the login page is shown in them. */
export const textsPath = '/i18n/config'

/** One language that can be chosen. */
export const languageSchema = z.object({
  /** Its code in `data`, and what the browser remembers. */
  config: z.string(),
  /** Its name in itself. */
  name: z.string(),
  /** A mark of one or two letters. */
  icon: z.string(),
})

/** Texts by their key. */
export const textsSchema = z.record(z.string(), z.string())

export const languagesSchema = z.object({
  configs: z.array(languageSchema),
  /** Every key that has a text. */
  raw: z.array(z.string()),
  /** Language → key → text. */
  data: z.record(z.string(), textsSchema),
})

export type Language = Readonly<z.infer<typeof languageSchema>>
export type Languages = Readonly<z.infer<typeof languagesSchema>>
