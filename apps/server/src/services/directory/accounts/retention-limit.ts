import type { Account } from './account.ts'

const DAY_MS = 86_400_000

/** What is older than this (unix ms) does not exist for the account: recordings, events and positions on the server (USR-10). */
export function earliestMs({ retentionDays = 0 }: Pick<Account, 'retentionDays'>, nowMs: number): number {
  return retentionDays === 0 ? 0 : nowMs - retentionDays * DAY_MS
}

/** The start (unix s) of a range that begins at `startS`, without the part that does not exist for the account. */
export function visibleStartS(account: Pick<Account, 'retentionDays'>, startS: number, nowMs: number): number {
  return Math.max(startS, Math.ceil(earliestMs(account, nowMs) / 1000))
}
