export { createPlaybacks } from './playbacks.ts'
export type * from './playbacks.types.ts'
