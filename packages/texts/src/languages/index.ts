import { ar } from './ar.ts'
import { en } from './en.ts'
import { tw } from './tw.ts'

export { en }

/** A language with its texts. */
export interface TranslatedLanguage {
  /** Its code on the wire, and what the browser remembers. */
  readonly config: string
  /** Its name in itself. */
  readonly name: string
  /** A mark of one or two letters. */
  readonly icon: string
  readonly texts: Readonly<Record<keyof typeof en, string>>
}

/**
 * The languages that the server offers, in the order of the picker. The console bundles English only: never
 * import this there.
 */
export const languages: readonly TranslatedLanguage[] = [
  { config: 'en', name: 'English', icon: 'En', texts: en },
  { config: 'tw', name: '繁體中文', icon: '繁', texts: tw },
  { config: 'ar', name: 'العربية', icon: 'ع', texts: ar },
]
