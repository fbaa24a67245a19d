export { EvidenceButton } from './evidence-button.tsx'
export { EVIDENCE_QUERY } from './evidence-request.ts'
