import { en, type TextKey } from '@fleetglass/contract/texts'
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/** A text by key; `{{name}}` in it is filled from `values`. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** Loads the texts. English is complete and always there; a missing text of another language falls back to it. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
}

/** The texts inside a component; it is drawn again when the language changes. */
export function useText(): Translate {
  const { t } = useTranslation()
  return t as unknown as Translate
}
