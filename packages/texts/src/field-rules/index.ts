export { fieldRuleTexts } from './field-rules.en.ts'
