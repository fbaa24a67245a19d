export { type OwnProof, ownProofSchema, passwordHashSchema, secondFactorCodeSchema } from './envelope.ts'
export { secondsSchema } from './seconds.ts'
export { isSecret, secret } from './secret.ts'
