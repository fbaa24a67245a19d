export { createRules } from './rules.ts'
export type { Rules } from './rules.types.ts'
