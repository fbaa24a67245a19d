export { translationsFeature } from './translations.module.ts'
