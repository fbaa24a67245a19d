import { DEFAULT_LANGUAGE, languageDirection } from '@fleetglass/contract/translations'
import { en, plainEnglish, type TextKey } from '@fleetglass/texts'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/** A text by key; `{{name}}` in it is filled from `values`. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** What a site changes about the texts. */
export interface SiteWords {
  /** Its own words for some texts, by their keys, in every language (RIGHT-091). */
  readonly labels: Readonly<Record<string, string>>
  /** Clearer English where the requirements fix the wording. */
  readonly plainWords: boolean
}

const standardWords: SiteWords = { labels: {}, plainWords: false }

const namespace = 'translation'

/** Loads the English texts: complete and always there; a missing text of another language falls back to them (SHELL-023). */
export async function startTexts(words: SiteWords = standardWords): Promise<void> {
  const english = textsOnSite(DEFAULT_LANGUAGE, en, words)
  await i18next.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { [DEFAULT_LANGUAGE]: { [namespace]: english } },
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: true, escape: isolated },
  })
}

/** The texts of a language with what the site changes about them. */
export function textsOnSite(code: string, texts: Readonly<Record<string, string>>, words: SiteWords) {
  const plain = words.plainWords && code === DEFAULT_LANGUAGE ? plainEnglish : {}
  return { ...texts, ...plain, ...words.labels }
}

/** Texts of a language; those of before with the same key give way. */
export function addTexts(code: string, texts: Readonly<Record<string, string>>): void {
  i18next.addResourceBundle(code, namespace, texts, true, true)
}

/** Draws every text of the page again in this language. */
export async function showLanguage(code: string): Promise<void> {
  await i18next.changeLanguage(code)
}

/** The texts inside a component; it is drawn again when the language changes. */
export function useText(): Translate {
  const { t } = useTranslation()
  return t as unknown as Translate
}

/**
 * A name or number inside a sentence that is read from right to left keeps its own direction, and does not turn the words
 * around it.
 */
function isolated(value: string): string {
  return languageDirection(i18next.language) === 'rtl' ? `\u2068${value}\u2069` : value
}
