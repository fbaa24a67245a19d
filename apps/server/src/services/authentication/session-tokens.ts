// Belongs here: random tokens that stand for a login, and when they end. Does not: what each kind may be used for
// (session.service.ts).
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { StoredAccount } from '../directory/index.ts'
import type { TokenKind, TokenStore } from './token.store.ts'

/**
 * Tokens of 64 hex digits. One lives until its user has been gone for twelve hours, another password ends it, and of each
 * kind a user has a bounded number: the least recently used one is replaced.
 */
export interface SessionTokens {
  issue(kind: TokenKind, account: StoredAccount): Promise<string>
  /** Name of the user, and whether the token still stands for these passwords. `null`: it ended or never was one. */
  holder(kind: TokenKind, token: string): Promise<{ name: string; standsFor(account: StoredAccount): boolean } | null>
  /**
   * It ends also where its row cannot be removed now: then it stays known here as ended while the server runs. Returns whose
   * it was; `null`: it had ended before, or never was one.
   */
  end(token: string): Promise<number | null>
  /** The user is there: asked something, or has a link or stream open. */
  seen(userId: number): void
}

const TOKEN = /^[0-9A-Fa-f]{64}$/
const GONE_S = 12 * 3600

/** A time in which a user was never gone for long, in unix seconds. */
interface Presence {
  readonly sinceS: number
  readonly seenS: number
  /** The time of last use that is already written to the rows of the user's tokens. */
  readonly writtenS: number
}

// More than one user has browsers; a portal that lets many in as one external user needs some.
const TOKENS_OF_USER = 256
// How much earlier than the truth a token may end after the server was killed.
const WRITE_SEEN_EVERY_S = 300

// Of tokens whose row could not be removed; the one that ended first is forgotten first.
const MAX_ENDED = 10_000

export function createSessionTokens(deps: {
  readonly store: TokenStore
  readonly clock: Clock
  readonly log: Log
}): SessionTokens {
  const { store, clock, log } = deps
  const presences = new Map<number, Presence>()
  const ended = new Set<string>()
  const nowS = (): number => Math.floor(clock.nowMs() / 1000)
  return {
    async issue(kind, account) {
      const token = randomBytes(32).toString('hex').toUpperCase()
      const row = { hash: hashOf(token), userId: account.id, kind, passwordsMark: markOf(account), seenS: nowS() }
      await store.add(row, { keep: TOKENS_OF_USER - 1, seenSinceS: nowS() - GONE_S })
      return token
    },
    async holder(kind, token) {
      if (!TOKEN.test(token) || ended.has(hashOf(token))) return null
      const found = await store.find(hashOf(token), kind)
      if (found === undefined) return null
      const presence = presences.get(found.userId)
      // A presence that began when the token had ended does not bring it back.
      const goesOn = presence !== undefined && presence.sinceS - found.seenS < GONE_S
      const seenS = goesOn ? Math.max(found.seenS, presence.seenS) : found.seenS
      if (nowS() - seenS >= GONE_S) return null
      const standsFor = (account: StoredAccount): boolean =>
        account.id === found.userId && markOf(account) === found.passwordsMark
      return { name: found.userName, standsFor }
    },
    async end(token) {
      if (!TOKEN.test(token)) return null
      const hash = hashOf(token)
      const found = await store.find(hash, 'cookie').catch(() => undefined)
      try {
        await store.remove(hash)
      } catch (error) {
        log.warn({ err: error }, 'the row of a session that ended is not removed')
        // Only what has a row: made-up tokens push nothing out. Where the database does not answer, nobody is let in by it.
        if (found === undefined) return null
        ended.add(hash)
        if (ended.size > MAX_ENDED) ended.delete(ended.values().next().value ?? '')
      }
      return found?.userId ?? null
    },
    seen(userId) {
      const seenS = nowS()
      const last = presences.get(userId)
      const goesOn = last !== undefined && seenS - last.seenS < GONE_S
      const sinceS = goesOn ? last.sinceS : seenS
      const isDue = !goesOn || seenS - last.writtenS >= WRITE_SEEN_EVERY_S
      presences.set(userId, { sinceS, seenS, writtenS: isDue ? seenS : last.writtenS })
      if (!isDue) return
      store
        .seen(userId, { seenS, lastSeenAfterS: sinceS - GONE_S })
        .catch((error: unknown) => log.warn({ err: error }, 'when a user was last seen is not kept'))
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token.toUpperCase()).digest('hex')
}

function markOf({ passwordHash, external }: StoredAccount): string {
  return createHash('sha256')
    .update(`${passwordHash}\0${external?.passwordHash ?? ''}`)
    .digest('hex')
}
