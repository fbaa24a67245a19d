export { type Language, type Languages, languagesSchema, textsPath } from './translations.http.ts'
export { DEFAULT_LANGUAGE, languageDirection, languageTag } from './translations.rules.ts'
