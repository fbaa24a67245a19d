export { Outcome, useVerification } from './verification.tsx'
