// Belongs here: secrets, codes and recovery codes as values. Does not: whose they are (second-factors.ts).
import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@fleetglass/contract/account'
import { generateSecret, generateURI, ScureBase32Plugin, verifySync } from 'otplib'

/** What authenticator apps assume when an address names nothing else: six digits of SHA-1, a new code each 30 s (RFC 6238). */
const PERIOD_S = 30
const CODE = /^\d{6}$/
/** 80 bits, so that a stolen hash is of no use. */
const RECOVERY_BYTES = 10
const RECOVERY_CODE = /^[A-Z2-7]{16}$/
const ISSUER = 'Fleetglass'

export interface NewSecret {
  readonly secret: string
  readonly uri: string
  readonly recoveryCodes: readonly string[]
}

export function makeSecret(user: string): NewSecret {
  const secret = generateSecret()
  const base32 = new ScureBase32Plugin()
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    (base32.encode(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  )
  return { secret, uri: generateURI({ issuer: ISSUER, label: user, secret }), recoveryCodes }
}

/** What a person typed or an app copied, without the spaces and hyphens that group it. */
export type TypedCode =
  | { readonly kind: 'app'; readonly digits: string }
  | { readonly kind: 'recovery'; readonly hash: string }
  | { readonly kind: 'none' }

export function readCode(typed: string): TypedCode {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (CODE.test(code)) return { kind: 'app', digits: code }
  return RECOVERY_CODE.test(code) ? { kind: 'recovery', hash: hashOfRecoveryCode(code) } : { kind: 'none' }
}

export function hashOfRecoveryCode(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
}

/** The step whose code this is: the present one, the one before or the one after. `null`: of none of them. */
export function stepOf(digits: string, secret: string, nowS: number): number | null {
  const result = verifySync({ secret, token: digits, epoch: nowS, period: PERIOD_S, epochTolerance: PERIOD_S })
  return result.valid ? Math.floor(nowS / PERIOD_S) + result.delta : null
}
