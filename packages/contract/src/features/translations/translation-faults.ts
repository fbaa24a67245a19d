import type { Languages } from './translations.http.ts'

/** Of one site; a text or key beyond is refused. */
export const TRANSLATION_KEYS_MAX = 5000
export const TRANSLATION_KEY_MAX = 100
export const TRANSLATION_MAX = 2000

export const translationFaultKinds = ['unknown-key', 'bad-key', 'markup', 'placeholder', 'too-long'] as const
export type TranslationFaultKind = (typeof translationFaultKinds)[number]

/** Why one text cannot be taken. */
export interface TranslationFault {
  readonly language: string
  readonly key: string
  readonly kind: TranslationFaultKind
}

/** A tag, a comment or an entity of HTML, or a reference to another text: the console shows plain words. */
const markup = /<[a-z!/?]|&(?:#\d+|#x[\da-f]+|[a-z]+);|\$t\(/i
const keyForm = /^[\p{L}\p{N}_][\p{L}\p{N} _.-]*$/u

export function isTranslationKey(key: string): boolean {
  return key.length <= TRANSLATION_KEY_MAX && keyForm.test(key) && !(key in Object.prototype)
}

/** What is wrong with a text, or `null`. `original`: the English text, whose `{{parts}}` are those that are filled in. */
export function textFault(
  text: string,
  original: string | undefined,
): Exclude<TranslationFaultKind, 'unknown-key'> | null {
  if (text.length > TRANSLATION_MAX) return 'too-long'
  if (markup.test(text)) return 'markup'
  const known = partsOf(original ?? '')
  return original !== undefined && partsOf(text).some((part) => !known.includes(part)) ? 'placeholder' : null
}

/** Everything in a file of a translator that cannot be taken. */
export function fileFaults(
  language: string,
  texts: Readonly<Record<string, string>>,
  { raw, data }: Pick<Languages, 'raw' | 'data'>,
): readonly TranslationFault[] {
  const known = new Set(raw)
  return Object.entries(texts).flatMap(([key, text]): TranslationFault[] => {
    if (!known.has(key)) return [{ language, key, kind: 'unknown-key' }]
    const kind = textFault(text, data.en?.[key])
    return kind === null ? [] : [{ language, key, kind }]
  })
}

/** How many keys have no text in a language. */
export function missingTexts({ raw, data }: Pick<Languages, 'raw' | 'data'>, language: string): number {
  const texts = data[language] ?? {}
  return raw.filter((key) => (texts[key] ?? '') === '').length
}

function partsOf(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name = '']) => name)
}
