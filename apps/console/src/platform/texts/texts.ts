import { en, type TextKey } from '@fleetglass/contract/texts'
import { DEFAULT_LANGUAGE, languageDirection } from '@fleetglass/contract/translations'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/** A text by key; `{{name}}` in it is filled from `values`. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** The site's own words for some texts, by their keys, in every language (RIGHT-091). */
export type Labels = Readonly<Record<string, string>>

const namespace = 'translation'

/** Loads the English texts: complete and always there; a missing text of another language falls back to them (SHELL-023). */
export async function startTexts(labels: Labels = {}): Promise<void> {
  const english = { ...en, ...labels }
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
