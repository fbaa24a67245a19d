import {
  fileFaults,
  type Languages,
  type TranslationFault,
  translationFileName,
  translationFileSchema,
} from '@fleetglass/contract/translations'
import { saveFile } from '../../platform/files/index.ts'

/** No file of texts is larger. */
const FILE_MAX_BYTES = 2 * 1024 * 1024

export type ReadFile =
  | { readonly kind: 'texts'; readonly texts: Readonly<Record<string, string>> }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'refused'; readonly faults: readonly TranslationFault[] }

/** The texts of one language, the missing ones empty, so that a translator sees what is to be done. */
export function exportTexts(language: string, keys: readonly string[], textOf: (key: string) => string): void {
  const texts = Object.fromEntries(keys.map((key) => [key, textOf(key)]))
  saveFile(
    new Blob([`${JSON.stringify(texts, null, 2)}\n`], { type: 'application/json' }),
    translationFileName(language),
  )
}

/** All of a file or nothing. An empty text is one that was not translated, and changes nothing. */
export async function readTextsFile(file: File, language: string, known: Languages): Promise<ReadFile> {
  if (file.size > FILE_MAX_BYTES) return { kind: 'unreadable' }
  const parsed = translationFileSchema.safeParse(parseJson(await file.text()))
  if (!parsed.success) return { kind: 'unreadable' }
  const faults = fileFaults(language, parsed.data, known)
  if (faults.length > 0) return { kind: 'refused', faults }
  return { kind: 'texts', texts: Object.fromEntries(Object.entries(parsed.data).filter(([, text]) => text !== '')) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
