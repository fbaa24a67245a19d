export { sha256Hex } from './sha256.ts'
