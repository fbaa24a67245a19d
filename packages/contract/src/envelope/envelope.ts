import { z } from 'zod'
import { secret } from './secret.ts'

/** Upper-case SHA-256 hex of what was typed: what travels instead of the password. Compared without regard to case. */
export const passwordHashSchema = secret(z.string().regex(/^[0-9a-fA-F]{64}$/))

/** Of the second factor: the code of an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = secret(
  z.string().trim().min(1, 'is empty').max(64, 'has more than 64 characters'),
)

/** Users who change how they themselves log in show once more who they are: a console that was left open is not enough. */
export const ownProofSchema = z.object({
  /** The password that they have now. */
  currentPassword: passwordHashSchema.optional(),
  /** Where their second factor is on. */
  currentCode: secondFactorCodeSchema.optional(),
})
export type OwnProof = Readonly<z.infer<typeof ownProofSchema>>
