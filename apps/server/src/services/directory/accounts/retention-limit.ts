import type { Account } from './account.ts'

const DAY_MS = 86_400_000

/** What is older than this (unix ms) does not exist for the account: recordings and events on the server (USR-10). */
export function earliestMs({ retentionDays = 0 }: Pick<Account, 'retentionDays'>, nowMs: number): number {
  return retentionDays === 0 ? 0 : nowMs - retentionDays * DAY_MS
}
