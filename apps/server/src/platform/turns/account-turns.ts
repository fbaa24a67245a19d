import { Refusal } from '../refusal/index.ts'

/** Long answers of one account: few at once, some more in line, the rest is refused. Accounts do not wait for each other. */
interface AccountTurns {
  /** Resolves when it is this call's turn, with the function that gives the turn back. Throws `Refusal` "too-many". */
  take(accountId: number): Promise<() => void>
}

const AT_ONCE = 2
const IN_LINE = 8

export function createAccountTurns(): AccountTurns {
  const accounts = new Map<number, { running: number; readonly line: (() => void)[] }>()

  const release = (accountId: number): void => {
    const account = accounts.get(accountId)
    if (account === undefined) return
    // The turn is handed on, not given back: `running` stays as it is.
    const next = account.line.shift()
    if (next !== undefined) next()
    else if (--account.running === 0) accounts.delete(accountId)
  }
  return {
    async take(accountId) {
      const account = accounts.get(accountId) ?? { running: 0, line: [] }
      accounts.set(accountId, account)
      if (account.running < AT_ONCE) account.running++
      else if (account.line.length < IN_LINE) await new Promise<void>((resolve) => account.line.push(resolve))
      else throw new Refusal('too-many', 'your other long answers are still being read, ask again when they are there')
      let taken = true
      return () => {
        if (taken) release(accountId)
        taken = false
      }
    },
  }
}
