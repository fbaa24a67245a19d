export { accountFeature } from './account.module.ts'
