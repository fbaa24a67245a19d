import { z } from 'zod'
import { ownProofSchema, passwordHashSchema, secondFactorCodeSchema } from '../../envelope/index.ts'
import { aboutUserSchema } from './account.http.ts'

/**
 * The second factor of the caller. `GET`: its state. The others take the password itself, never a session: `POST` starts to set it up, `PUT`
 * turns it on with a code of the app, `DELETE` turns it off with a code. On and off end all sessions of the user.
 */
export const ownSecondFactorPath = '/api/account/second-factor'
/** Of another user, for those who manage users. `GET`: its state; `PUT`: whether the user must have one; `DELETE` removes it. */
export const userSecondFactorPath = '/api/users/second-factor'

export const RECOVERY_CODES = 10

/** `required`: the user must set one up at the next login. */
export const secondFactorStates = ['off', 'required', 'on'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

export const secondFactorSchema = z.object({
  state: z.enum(secondFactorStates),
  /** An administrator wants the user to have one. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = Readonly<z.infer<typeof secondFactorSchema>>

export const secondFactorSetupSchema = z.object({ username: z.string(), password: passwordHashSchema })
export const secondFactorProofSchema = secondFactorSetupSchema.extend({ code: secondFactorCodeSchema })

/** What an app shows, with spaces or without. */
export const appCodeSchema = z.object({ code: z.string().regex(/^(\s*\d){6}\s*$/, 'is no code of six digits') })

/** What the user puts into the app and keeps; it is shown this once. */
export const secondFactorOfferSchema = z.object({
  /** In base32. */
  secret: z.string(),
  /** The same as `otpauth:` address, for a QR code. */
  uri: z.string(),
  recoveryCodes: z.array(z.string()),
})
export type SecondFactorOffer = Readonly<z.infer<typeof secondFactorOfferSchema>>

export const secondFactorChangedSchema = z.object({ hasError: z.literal(false) })

/** The proof is asked of callers who remove their own. */
export const secondFactorRemovalSchema = aboutUserSchema.extend(ownProofSchema.shape)

export const secondFactorRuleSchema = aboutUserSchema.extend({ required: z.boolean() })
