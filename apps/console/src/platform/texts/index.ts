export { type DateText, dateTextIn, numberTextIn } from './date-text.ts'
export { failureText, ruleText, streamFailureText } from './failure-text.ts'
export { type Languages, type LanguagesState, startLanguages } from './languages.ts'
export { loadPageTexts, startTexts, type Translate, useText } from './texts.ts'
