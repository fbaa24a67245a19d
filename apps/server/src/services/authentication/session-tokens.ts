// Belongs here: random tokens that stand for a login, and when they end. Does not: what each kind may be used for
// (authentication.ts).
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type { StoredAccount } from '../directory/index.ts'
import type { SessionOrigin, StoredToken, TokenKind, TokenStore } from './token.store.ts'

/** What a token stands for. */
export interface Holder {
  /** Name of the user. */
  readonly name: string
  readonly kind: TokenKind
  /** The session that is listed and ended: the token itself, or the session that a cookie belongs to. By its hash. */
  readonly session: string
  /** Whether the token still stands for these passwords. */
  standsFor(account: StoredAccount): boolean
}

/** A session as its user sees it. */
export interface OpenSession extends SessionOrigin {
  readonly kind: TokenKind
  /** By its hash. */
  readonly session: string
  /** Unix seconds; 0: before they were recorded. */
  readonly openedS: number
  readonly usedS: number
}

/**
 * Tokens of 64 hex digits. One lives until its user has been gone for twelve hours, another password ends it, and of each
 * kind a user has a bounded number: the least recently used one is replaced.
 */
export interface SessionTokens {
  issue(kind: TokenKind, account: StoredAccount, origin: SessionOrigin, parent?: string | null): Promise<string>
  /** `null`: it ended or never was one of these kinds. `gone` is one whose user was gone for too long: it was not ended. */
  holder(kinds: readonly TokenKind[], token: string): Promise<Holder | 'gone' | null>
  /**
   * It ends also where its row cannot be removed now: then it stays known here as ended while the server runs. Returns whose
   * it was; `null`: it had ended before, or never was one.
   */
  end(token: string): Promise<number | null>
  /** Ends a session with its cookies. Returns whose it was. */
  endSession(session: string): Promise<number | null>
  /** Whether the token with this hash has not ended. */
  isOpen(hash: string): Promise<boolean>
  /** The sessions of an account that have not ended, the last used first. */
  list(account: StoredAccount): Promise<OpenSession[]>
  /** The user is there: asked something, or has a link or stream open. */
  seen(userId: number): void
  /** The session did something. */
  used(session: string): void
  /** The hash under which a token is stored. */
  hashOf(token: string): string
  /** Ends the sessions of links whose server was killed: nobody else could. */
  readonly removal: Job
}

const TOKEN = /^[0-9A-Fa-f]{64}$/
const GONE_S = 12 * 3600
/** The rows of a browser's session stay longer: it logs in by itself with the remembered password, unless its user ended it. */
const REMEMBERED_S = 90 * 86_400

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
// How far the time of last use in the list may be behind.
const WRITE_USED_EVERY_S = 60
/**
 * A link counts as used at least every 30 s (`platform/channel`) and its row says so every 60 s: one that was not is not open on any server, unless the
 * database took no writes meanwhile, or the clock stepped ahead. So links are removed only in a round that follows another one: in between
 * the rows of all open links were written.
 */
const LINK_UNUSED_S = 600
const LINK_REMOVAL_MS = 300_000
// Of sessions whose last use is known here; the one that was used longest ago is forgotten first, and its row says it.
const MAX_USED = 10_000
/** Of what a client calls itself. */
const CLIENT_MAX = 200

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
  /** When each session was used last, and what of that is written. */
  const uses = new Map<string, { readonly usedS: number; readonly writtenS: number }>()
  /** When links were looked for last, by a clock that steps do not change. */
  let lookedMs = Number.NEGATIVE_INFINITY
  const nowS = (): number => Math.floor(clock.nowMs() / 1000)
  const isGone = ({ userId, seenS: storedS }: StoredToken): boolean => {
    const presence = presences.get(userId)
    // A presence that began when the token had ended does not bring it back.
    const goesOn = presence !== undefined && presence.sinceS - storedS < GONE_S
    return nowS() - (goesOn ? Math.max(storedS, presence.seenS) : storedS) >= GONE_S
  }
  const endHash = async (hash: string): Promise<number | null> => {
    const found = await store.find(hash).catch(() => undefined)
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
  }
  return {
    hashOf,
    removal: {
      name: 'sessions of lost links',
      schedule: { everyMs: LINK_REMOVAL_MS },
      async run() {
        const sinceMs = clock.monotonicMs() - lookedMs
        lookedMs = clock.monotonicMs()
        if (sinceMs < 2 * LINK_REMOVAL_MS) await store.removeLinks(nowS() - LINK_UNUSED_S)
      },
    },
    async issue(kind, account, { address, client }, parent = null) {
      const token = randomBytes(32).toString('hex').toUpperCase()
      const atS = nowS()
      const row: StoredToken = {
        hash: hashOf(token),
        userId: account.id,
        kind,
        passwordsMark: markOf(account),
        seenS: atS,
        parentHash: parent ?? '',
        openedS: atS,
        usedS: atS,
        address,
        client: client.slice(0, CLIENT_MAX),
      }
      await store.add(row, { keep: TOKENS_OF_USER - 1, seenSinceS: atS - (kind === 'session' ? REMEMBERED_S : GONE_S) })
      return token
    },
    async holder(kinds, token) {
      if (!TOKEN.test(token) || ended.has(hashOf(token))) return null
      const found = await store.find(hashOf(token))
      if (found === undefined || !kinds.includes(found.kind) || ended.has(found.parentHash)) return null
      if (isGone(found)) return 'gone'
      const standsFor = (account: StoredAccount): boolean =>
        account.id === found.userId && markOf(account) === found.passwordsMark
      return { name: found.userName, kind: found.kind, session: found.parentHash || found.hash, standsFor }
    },
    async isOpen(hash) {
      const found = ended.has(hash) ? undefined : await store.find(hash)
      return found !== undefined && !ended.has(found.parentHash) && !isGone(found)
    },
    async end(token) {
      return TOKEN.test(token) ? endHash(hashOf(token)) : null
    },
    endSession: (session) => endHash(session),
    async list(account) {
      const mark = markOf(account)
      const open = (await store.list(account.id)).filter(
        (row) => row.parentHash === '' && row.passwordsMark === mark && !ended.has(row.hash) && !isGone(row),
      )
      return open
        .map(({ hash, kind, address, client, openedS, usedS }) => ({
          session: hash,
          kind,
          address,
          client,
          openedS,
          usedS: Math.max(usedS, uses.get(hash)?.usedS ?? 0),
        }))
        .sort((a, b) => b.usedS - a.usedS)
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
        .catch((error: unknown) => log.warn({ err: error }, 'when a user was last seen is not stored'))
    },
    used(session) {
      const usedS = nowS()
      const writtenS = uses.get(session)?.writtenS ?? 0
      const isDue = usedS - writtenS >= WRITE_USED_EVERY_S
      uses.delete(session)
      uses.set(session, { usedS, writtenS: isDue ? usedS : writtenS })
      if (uses.size > MAX_USED) uses.delete(uses.keys().next().value ?? '')
      if (!isDue) return
      store
        .used(session, usedS)
        .catch((error: unknown) => log.warn({ err: error }, 'when a session was last used is not stored'))
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token.toUpperCase()).digest('hex')
}

/** With the second factor: a login that was under way while it was turned on or off gets a token that is not valid. */
function markOf({ passwordHash, external, secondFactor }: StoredAccount): string {
  const factor = secondFactor === 'on' ? '\0second factor' : ''
  return createHash('sha256')
    .update(`${passwordHash}\0${external?.passwordHash ?? ''}${factor}`)
    .digest('hex')
}
