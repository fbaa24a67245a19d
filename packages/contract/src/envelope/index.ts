export { type OwnProof, ownProofSchema, passwordHashSchema, secondFactorCodeSchema } from './envelope.ts'
export { isSecret, secret } from './secret.ts'
