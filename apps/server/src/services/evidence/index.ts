export { openEvidence } from './evidence.ts'
export type { Evidence, EvidenceShares } from './evidence.types.ts'
