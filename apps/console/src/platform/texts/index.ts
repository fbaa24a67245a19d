export { startTexts, type Translate, useText } from './texts.ts'
