export type * from './account.ts'
