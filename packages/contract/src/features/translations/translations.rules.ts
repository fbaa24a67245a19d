/** SHELL-021: the language of a site that names none, complete and in the console itself. */
export const DEFAULT_LANGUAGE = 'en'

/** Codes of ours that mean something else, or nothing, to a browser. */
const tags: Readonly<Record<string, string>> = { tw: 'zh-Hant-TW', cn: 'zh-Hans-CN' }

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ug', 'yi', 'ckb', 'dv'])

/** The name under which browsers know a language, for `lang` and the forms of dates; `en` for a code that is no name. */
export function languageTag(code: string): string {
  const tag = Object.hasOwn(tags, code) ? tags[code] : code
  return tag !== undefined && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag) ? tag : DEFAULT_LANGUAGE
}

/** Which way the language is read. */
export function languageDirection(code: string): 'ltr' | 'rtl' {
  return rightToLeft.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
