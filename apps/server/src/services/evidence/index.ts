export { openEvidence } from './evidence.ts'
export type { Evidence } from './evidence.types.ts'
