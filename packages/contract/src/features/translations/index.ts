export {
  fileFaults,
  isTranslationKey,
  missingTexts,
  TRANSLATION_KEY_MAX,
  TRANSLATION_KEYS_MAX,
  TRANSLATION_MAX,
  type TranslationFault,
  type TranslationFaultKind,
  textFault,
} from './translation-faults.ts'
export {
  type Language,
  type Languages,
  languagesSchema,
  loginTextsPath,
  type TranslationSave,
  textsPath,
  translationFileName,
  translationFileSchema,
  translationSavedSchema,
  translationSavePath,
  translationSaveSchema,
  translationTokenAccess,
  translationTokenPath,
  translationTokenSchema,
} from './translations.http.ts'
export { DEFAULT_LANGUAGE, languageDirection, languageTag } from './translations.rules.ts'
