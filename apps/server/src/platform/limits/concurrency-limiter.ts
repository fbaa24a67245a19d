import { AppError } from '@fleetglass/contract/errors'

/**
 * Limits the long answers of each account: few run at once, some more wait in a queue, the rest is refused. Accounts do not
 * wait for each other.
 */
export interface ConcurrencyLimiter {
  /** Resolves when the caller may start, with the function to call at its end. Throws `too-many-answers`. */
  acquire(accountId: number): Promise<() => void>
}

const MAX_RUNNING = 2
const MAX_QUEUED = 8

export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const accounts = new Map<number, { running: number; readonly queue: (() => void)[] }>()

  const release = (accountId: number): void => {
    const account = accounts.get(accountId)
    if (account === undefined) return
    // The next one takes over the place of this one: `running` stays as it is.
    const next = account.queue.shift()
    if (next !== undefined) next()
    else if (--account.running === 0) accounts.delete(accountId)
  }
  return {
    async acquire(accountId) {
      const account = accounts.get(accountId) ?? { running: 0, queue: [] }
      accounts.set(accountId, account)
      if (account.running < MAX_RUNNING) account.running++
      else if (account.queue.length < MAX_QUEUED) await new Promise<void>((resolve) => account.queue.push(resolve))
      else throw new AppError('too-many-answers')
      let isRunning = true
      return () => {
        if (isRunning) release(accountId)
        isRunning = false
      }
    },
  }
}
