export { type DateText, dateTextIn } from './date-text.ts'
export { failureText } from './failure-text.ts'
export { type Languages, type LanguagesState, startLanguages } from './languages.ts'
export { startTexts, type Translate, useText } from './texts.ts'
