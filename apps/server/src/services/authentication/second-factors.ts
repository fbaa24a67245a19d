// Belongs here: what a login needs beside the password, and how a user gets or loses it. Does not: what a wrong code costs
// (password-check.ts).
import { appCodeSchema, type SecondFactor, type SecondFactorOffer } from '@fleetglass/contract/account'
import { AppError } from '@fleetglass/contract/errors'
import type { Credentials } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import type { Accounts, StoredAccount } from '../directory/index.ts'
import type { SecondFactorStore } from './second-factor.store.ts'
import { hashOfRecoveryCode, makeSecret, readCode, stepOf } from './second-factor-code.ts'

/** What a client shows beside the password. */
export interface Shown {
  readonly code?: string | undefined
  /** Whether it also has an open session of this account, which came with a code. */
  hasSession?(account: StoredAccount): Promise<boolean>
}

/**
 * `unchecked`: the account is accepted, though nobody has shown its second factor. `failed`: `isGuess` counts as a failed login, the rest
 * only says what is missing.
 */
export type SecondFactorResult =
  | { readonly kind: 'passed' | 'unchecked'; readonly account: StoredAccount }
  | { readonly kind: 'failed'; readonly error: AppError; readonly isGuess: boolean }

/** How an account passes after its password matched. */
export type SecondFactorCheck = (account: StoredAccount) => Promise<SecondFactorResult>

/** The second factors of users. Each change of one ends the sessions of its user. */
export interface SecondFactors {
  stateOf(account: StoredAccount): Promise<SecondFactor>
  /** Starts to set one up; throws what the credentials lack. */
  begin(credentials: Credentials, address: string): Promise<SecondFactorOffer>
  /** Turns on what `begin` started. */
  turnOn(credentials: Credentials, code: string, address: string): Promise<void>
  turnOff(credentials: Credentials, code: string, address: string): Promise<void>
  /** For a user who has lost it. */
  remove(account: StoredAccount): Promise<void>
}

/** The same, and what logins ask. */
export interface CheckedSecondFactors extends SecondFactors {
  check(shown: Shown): SecondFactorCheck
  /** For a user who is logged in and shows once more who they are: a session does not take the place of the code. */
  checkAgain(code: string | undefined): SecondFactorCheck
}

/** Codes that may be tried for one account, on all servers and from all networks together: ten, then one a minute. Counted only after a correct password. */
const GUESS_REFILL_MS = 60_000
const GUESSES = { burst: 10, refillMs: GUESS_REFILL_MS }

export function createSecondFactors(deps: {
  readonly store: SecondFactorStore
  readonly accounts: Pick<Accounts, 'loggedOut'>
  readonly clock: Clock
  /** The account, when the password itself is right and the check passed; `null`: wrong password. */
  readonly prove: (credentials: Credentials, address: string, check: SecondFactorCheck) => Promise<StoredAccount | null>
}): CheckedSecondFactors {
  return new StoredSecondFactors(deps)
}

class StoredSecondFactors implements CheckedSecondFactors {
  readonly #deps: Parameters<typeof createSecondFactors>[0]

  constructor(deps: Parameters<typeof createSecondFactors>[0]) {
    this.#deps = deps
  }

  check({ code, hasSession }: Shown): SecondFactorCheck {
    return async (account) => {
      if (account.secondFactor === 'off') return { kind: 'passed', account }
      if (account.secondFactor === 'required')
        return code === undefined ? missing('second-factor-setup') : this.#confirm(account, code)
      if (code !== undefined) return this.#guess(account, code)
      return (await hasSession?.(account)) ? { kind: 'passed', account } : missing('second-factor-needed')
    }
  }

  checkAgain(code: string | undefined): SecondFactorCheck {
    return async (account) => {
      if (account.secondFactor !== 'on') return { kind: 'passed', account }
      return code === undefined ? missing('current-code-needed') : this.#guess(account, code)
    }
  }

  async stateOf({ id, secondFactor: state, isSecondFactorRequired: isRequired }: StoredAccount): Promise<SecondFactor> {
    const recoveryCodesLeft = state === 'on' ? await this.#deps.store.countRecoveryCodes(id) : 0
    return { state, isRequired, recoveryCodesLeft }
  }

  async begin(credentials: Credentials, address: string): Promise<SecondFactorOffer> {
    const account = await this.#prove(credentials, address, async (account) =>
      account.secondFactor === 'on' ? missing('second-factor-needed') : { kind: 'passed', account },
    )
    const { recoveryCodes, ...made } = makeSecret(account.name)
    if (!(await this.#deps.store.begin(account.id, made.secret, recoveryCodes.map(hashOfRecoveryCode))))
      throw new AppError('second-factor-needed')
    return { ...made, recoveryCodes: [...recoveryCodes] }
  }

  async turnOn(credentials: Credentials, code: string, address: string): Promise<void> {
    await this.#prove(credentials, address, async (account) => {
      if (account.secondFactor === 'on') return missing('second-factor-needed')
      // Checked after the password, so that nobody without it learns that a second factor is off.
      const typed = appCodeSchema.safeParse({ code })
      if (!typed.success) return { kind: 'failed', error: invalidRequest(typed.error), isGuess: false }
      return this.#confirm(account, code)
    })
  }

  async turnOff(credentials: Credentials, code: string, address: string): Promise<void> {
    const account = await this.#prove(credentials, address, async (account) =>
      account.secondFactor === 'on' ? this.check({ code })(account) : missing('no-second-factor'),
    )
    await this.remove(account)
  }

  async remove({ id }: StoredAccount): Promise<void> {
    await this.#deps.store.turnOff(id)
    this.#deps.accounts.loggedOut(id)
  }

  /** Only a code of the app: it shows that the app has the secret. */
  async #confirm(account: StoredAccount, typed: string): Promise<SecondFactorResult> {
    const { store, accounts } = this.#deps
    const code = readCode(typed)
    const begun = await store.find(account.id)
    if (begun === undefined)
      return missing(account.secondFactor === 'required' ? 'second-factor-setup' : 'no-second-factor')
    const isAccepted = code.kind === 'app' && (await this.#acceptsDigits(account, code.digits))
    if (!isAccepted || !(await store.turnOn(account.id, begun.secret))) return wrong(typed)
    accounts.loggedOut(account.id)
    return { kind: 'passed', account: { ...account, secondFactor: 'on' } }
  }

  async #guess(account: StoredAccount, code: string): Promise<SecondFactorResult> {
    const { store, clock } = this.#deps
    // Counted before the code is checked, so that guesses at one moment count each.
    if (!(await store.takeGuess(account.id, clock.nowMs(), GUESSES))) {
      const error = new AppError('too-many-attempts', { seconds: GUESS_REFILL_MS / 1000 })
      return { kind: 'failed', error, isGuess: false }
    }
    if (!(await this.#accepts(account, code))) return wrong(code)
    await store.forgetGuesses(account.id)
    return { kind: 'passed', account }
  }

  async #accepts(account: StoredAccount, typed: string): Promise<boolean> {
    const code = readCode(typed)
    if (code.kind === 'app') return this.#acceptsDigits(account, code.digits)
    return code.kind === 'recovery' && this.#deps.store.useRecoveryCode(account.id, code.hash)
  }

  async #acceptsDigits({ id }: StoredAccount, digits: string): Promise<boolean> {
    const { store, clock } = this.#deps
    const found = await store.find(id)
    const step = found && stepOf(digits, found.secret, Math.floor(clock.nowMs() / 1000))
    return typeof step === 'number' && store.useStep(id, step)
  }

  async #prove(credentials: Credentials, address: string, check: SecondFactorCheck): Promise<StoredAccount> {
    const account = await this.#deps.prove(credentials, address, check)
    if (account === null) throw new AppError('wrong-credentials')
    return account
  }
}

function missing(
  code: 'second-factor-needed' | 'second-factor-setup' | 'no-second-factor' | 'current-code-needed',
): SecondFactorResult {
  return { kind: 'failed', error: new AppError(code), isGuess: false }
}

/** What looks like no code is a slip, and cannot be right. */
function wrong(typed: string): SecondFactorResult {
  return { kind: 'failed', error: new AppError('second-factor-wrong'), isGuess: readCode(typed).kind !== 'none' }
}

/** For a question about the password alone, which lets nobody in. */
export async function withoutSecondFactor(account: StoredAccount): Promise<SecondFactorResult> {
  return { kind: account.secondFactor === 'off' ? 'passed' : 'unchecked', account }
}
