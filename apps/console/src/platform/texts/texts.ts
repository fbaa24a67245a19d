import { DEFAULT_LANGUAGE, languageDirection } from '@fleetglass/contract/translations'
import type { TextKey } from '@fleetglass/texts'
import { firstTexts } from '@fleetglass/texts/first'
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

type Texts = Readonly<Record<string, string>>

const namespace = 'translation'

/** From the bottom up, what the English texts are made of; the words of the site stand above those of every language. */
let layers: {
  readonly words: SiteWords
  readonly program: Texts
  readonly server: Texts
  readonly plain: Texts
}

/**
 * Starts with the English texts of the login page and the shell. They are always there; a missing text of another language falls
 * back to English (SHELL-023). Those of the pages follow with `loadPageTexts`.
 */
export async function startTexts(words: SiteWords = { labels: {}, plainWords: false }): Promise<void> {
  layers = { words, program: firstTexts, server: {}, plain: {} }
  await i18next.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { [DEFAULT_LANGUAGE]: { [namespace]: englishOnSite() } },
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: true, escape: isolated },
  })
}

/** Loads the English texts of the pages. Whatever shows a page waits for them, so that no key is ever seen. */
export async function loadPageTexts(): Promise<void> {
  const { pageTexts, plainEnglish } = await import('@fleetglass/texts/of-pages')
  layers = { ...layers, program: { ...firstTexts, ...pageTexts }, plain: layers.words.plainWords ? plainEnglish : {} }
  setTexts(DEFAULT_LANGUAGE, englishOnSite())
}

/** Texts of a language as the server has them; those of before with the same key are replaced. */
export function addTexts(code: string, texts: Texts): void {
  if (code === DEFAULT_LANGUAGE) {
    layers = { ...layers, server: { ...layers.server, ...texts } }
    setTexts(code, englishOnSite())
  } else setTexts(code, { ...texts, ...layers.words.labels })
}

function englishOnSite(): Texts {
  const { words, program, server, plain } = layers
  return { ...program, ...server, ...plain, ...words.labels }
}

function setTexts(code: string, texts: Texts): void {
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
