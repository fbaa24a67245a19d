import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'

/** The languages and all their texts. Answers anyone: the login page is shown in them. */
export const textsPath = '/i18n/config'

/** The same without the texts of the pages, so that the login page need not wait for all of them. */
export const loginTextsPath = `${textsPath}?part=login`

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

/** With credentials: `POST` answers the secret path on which translations are saved, `DELETE` makes another one in its place. */
export const translationTokenPath = '/i18n/token'
export const translationTokenAccess: Requirement = requirements.translationEditor
export const translationTokenSchema = z.object({
  token: z.string(),
  /** Of the texts as they are now: a save that carries another one is refused. */
  version: z.string(),
})

/** `PUT`, with a text content type: the whole of the translations. */
export const translationSavePath = '/i18n/:token'
export const translationSaveSchema = languagesSchema.extend({
  /** The version that the caller has edited; left out: nothing is compared. */
  version: z.string().optional(),
})
export type TranslationSave = Readonly<z.infer<typeof translationSaveSchema>>
export const translationSavedSchema = z.object({ hasError: z.boolean() })

/** A file for a translator: the texts of one language by key, as the common tools read them. An empty text is one that is missing. */
export const translationFileSchema = z.record(z.string(), z.string())
export const translationFileName = (language: string): string => `fleetglass-${language}.json`
