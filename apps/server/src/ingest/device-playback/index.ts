export { createPlaybacks } from './playbacks.ts'
