import { isPasswordAllowed } from '@fleetglass/contract/session'
import { sha256Hex } from '../../platform/sha256/index.ts'
import type { AccountHash } from './session.calls.ts'

/** What was typed to change a password. */
export interface PasswordForm {
  readonly current: string
  readonly next: string
  readonly repeat: string
}

/** What the form says about itself (LOGIN-59 … 63, 69 … 76). */
export interface PasswordCheck {
  /** An untouched field is not wrong yet. */
  readonly currentWrong: boolean
  readonly repeatWrong: boolean
  /** What keeps the new password from being taken is its own form, not the repetition. */
  readonly nextRefused: boolean
  readonly canSave: boolean
}

/** Looks at what was typed; `account` has the hash that the current password must have. */
export function checkPasswordForm(form: PasswordForm, account: AccountHash, strict: boolean): PasswordCheck {
  const { current, next, repeat } = form
  const currentRight = current !== '' && sha256Hex(current) === account.passwordHash.toUpperCase()
  const allowed = isPasswordAllowed(next, account.user, strict)
  return {
    currentWrong: current !== '' && !currentRight,
    repeatWrong: repeat !== '' && repeat !== next,
    nextRefused: next !== '' && !allowed,
    canSave: currentRight && allowed && repeat === next,
  }
}
