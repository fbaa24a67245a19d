export { Purse } from './purse.ts'
