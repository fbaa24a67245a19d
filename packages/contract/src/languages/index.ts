import type { Language } from '../features/translations/index.ts'
import { en, type TextKey } from '../texts/index.ts'
import { ar } from './ar.ts'
import { tw } from './tw.ts'

/** A language with its texts. */
export interface TranslatedLanguage extends Language {
  readonly texts: Readonly<Record<TextKey, string>>
}

/**
 * The languages that the server offers, in the order of the picker. The console bundles English only (`texts`): never
 * import this there.
 */
export const languages: readonly TranslatedLanguage[] = [
  { config: 'en', name: 'English', icon: 'En', texts: en },
  { config: 'tw', name: '繁體中文', icon: '繁', texts: tw },
  { config: 'ar', name: 'العربية', icon: 'ع', texts: ar },
]
