import type { Languages, TranslationSave } from '@fleetglass/contract/translations'
import { firstTexts } from '@fleetglass/texts/first'
import { languages } from '@fleetglass/texts/languages'
import type { ChangedText } from './translations.store.ts'

const builtIn: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  languages.map(({ config, texts }) => [config, texts]),
)
const builtInKeys: ReadonlySet<string> = new Set(Object.values(builtIn).flatMap((texts) => Object.keys(texts)))
/** In place of a language, where a change is about the key itself. */
const OF_KEY = ''

/** The texts of the program with what the site has changed about them. */
export function textsWith(changes: readonly ChangedText[]): Languages {
  const raw = new Set(builtInKeys)
  const data = new Map(Object.entries(builtIn).map(([language, texts]) => [language, new Map(Object.entries(texts))]))
  for (const { language, key, text } of changes) {
    if (language === OF_KEY && text !== null) raw.add(key)
    else if (language === OF_KEY) {
      raw.delete(key)
      for (const texts of data.values()) texts.delete(key)
    } else if (text === null) data.get(language)?.delete(key)
    else data.get(language)?.set(key, text)
  }
  return {
    configs: languages.map(({ config, name, icon }) => ({ config, name, icon })),
    raw: [...raw].sort(),
    data: Object.fromEntries([...data].map(([language, texts]) => [language, Object.fromEntries(texts)])),
  }
}

/** The texts that the console shows before it has those of its pages. */
export function firstOf({ configs, raw, data }: Languages): Languages {
  const first = (key: string): boolean => Object.hasOwn(firstTexts, key)
  return {
    configs,
    raw: raw.filter(first),
    data: Object.fromEntries(
      Object.entries(data).map(([language, texts]) => [
        language,
        Object.fromEntries(Object.entries(texts).filter(([key]) => first(key))),
      ]),
    ),
  }
}

/**
 * What differs from the texts of the program. A text that a later version adds or improves is then shown on a site that has not
 * changed it. Empty texts count as absent (I18N-11).
 */
export function changesOf({ raw, data }: Pick<TranslationSave, 'raw' | 'data'>): ChangedText[] {
  const keys = new Set(raw)
  const changes: ChangedText[] = []
  for (const key of keys) if (!builtInKeys.has(key)) changes.push({ language: OF_KEY, key, text: '' })
  for (const key of builtInKeys) if (!keys.has(key)) changes.push({ language: OF_KEY, key, text: null })
  for (const [language, own] of Object.entries(builtIn)) {
    const saved = data[language] ?? {}
    for (const key of keys) {
      const text = (Object.hasOwn(saved, key) ? saved[key] : '') || null
      if (text !== (own[key] ?? null)) changes.push({ language, key, text })
    }
  }
  return changes
}

/** The English text of the program, whose parts a translation may have. */
export function originalOf(key: string): string | undefined {
  return builtIn.en?.[key]
}

export function isBuiltInLanguage(language: string): boolean {
  return Object.hasOwn(builtIn, language)
}
