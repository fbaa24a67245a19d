export { errorTexts } from './errors.en.ts'
