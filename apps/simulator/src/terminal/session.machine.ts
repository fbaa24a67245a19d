/**
 * The life of one connection, as a union by state and a pure `next`. Time comes with each event; what is to be done
 * comes back as effects. No socket and no timer is known here.
 */
export type Session =
  /** Ended for good. */
  | { readonly kind: 'off' }
  /** Not connected; tries again at `untilMs`. `failures` in a row decide how long that is. */
  | { readonly kind: 'waiting'; readonly untilMs: number; readonly failures: number }
  | { readonly kind: 'connecting'; readonly sinceMs: number; readonly failures: number }
  | { readonly kind: 'registering'; readonly sentMs: number; readonly tries: number; readonly failures: number }
  | { readonly kind: 'authenticating'; readonly sentMs: number; readonly tries: number; readonly failures: number }
  | { readonly kind: 'online'; readonly sinceMs: number; readonly lastSentMs: number }

export type SessionEvent =
  /** `dueMs` of the session has come. */
  | { readonly kind: 'due' }
  | { readonly kind: 'connected'; readonly hasCode: boolean }
  | { readonly kind: 'disconnected' }
  /** 0x8100. */
  | { readonly kind: 'registered'; readonly result: number }
  /** 0x8001 to 0x0102. */
  | { readonly kind: 'authenticated'; readonly result: number }
  /** Something was sent: no heartbeat is needed for a while. */
  | { readonly kind: 'sent' }
  /** The platform did not answer what it must answer, as often as parameter 0x0003 allows. */
  | { readonly kind: 'unanswered' }
  /** 0x8105: drop the link and come back after `awayMs`. */
  | { readonly kind: 'restart'; readonly awayMs: number }
  | { readonly kind: 'close' }

export type SessionEffect =
  | 'connect'
  | 'disconnect'
  | 'register'
  | 'authenticate'
  | 'heartbeat'
  | 'online'
  | 'forget-code'

/** Parameters 0x0001 to 0x0003, and how long a connection may take. */
export interface SessionTimes {
  readonly heartbeatMs: number
  readonly answerMs: number
  readonly retries: number
  readonly connectMs: number
}

export interface Step {
  readonly session: Session
  readonly effects: readonly SessionEffect[]
}

const FIRST_BACK_OFF_MS = 1000
const LONGEST_BACK_OFF_MS = 60_000
/** A terminal that was answered as unknown tries again, but not every second. */
const REFUSED_FAILURES = 4

/** When `next` wants a `due` event, unix ms. */
export function dueMs(session: Session, times: SessionTimes): number {
  switch (session.kind) {
    case 'off':
      return Infinity
    case 'waiting':
      return session.untilMs
    case 'connecting':
      return session.sinceMs + times.connectMs
    case 'registering':
    case 'authenticating':
      return session.sentMs + times.answerMs * session.tries
    case 'online':
      return session.lastSentMs + times.heartbeatMs
  }
}

export function next(session: Session, event: SessionEvent, nowMs: number, times: SessionTimes): Step {
  if (session.kind === 'off') return stay(session)
  switch (event.kind) {
    case 'close':
      return { session: { kind: 'off' }, effects: ['disconnect'] }
    case 'restart':
      return { session: { kind: 'waiting', untilMs: nowMs + event.awayMs, failures: 0 }, effects: ['disconnect'] }
    case 'disconnected':
      return session.kind === 'waiting' ? stay(session) : backOff(failuresOf(session), nowMs, [])
    case 'unanswered':
      return session.kind === 'waiting' ? stay(session) : backOff(failuresOf(session), nowMs, ['disconnect'])
    case 'connected':
      return session.kind === 'connecting' ? greet(event.hasCode, session.failures, nowMs) : stay(session)
    case 'registered':
      return session.kind === 'registering' ? judgeRegistration(session, event.result, nowMs) : stay(session)
    case 'authenticated':
      return session.kind === 'authenticating' ? judgeAuthentication(session, event.result, nowMs) : stay(session)
    case 'sent':
      return session.kind === 'online' ? stay({ ...session, lastSentMs: nowMs }) : stay(session)
    case 'due':
      return nowMs < dueMs(session, times) ? stay(session) : onDue(session, nowMs, times)
  }
}

function stay(session: Session): Step {
  return { session, effects: [] }
}

function failuresOf(session: Session): number {
  return 'failures' in session ? session.failures : 0
}

function greet(hasCode: boolean, failures: number, nowMs: number): Step {
  return hasCode
    ? { session: { kind: 'authenticating', sentMs: nowMs, tries: 1, failures }, effects: ['authenticate'] }
    : { session: { kind: 'registering', sentMs: nowMs, tries: 1, failures }, effects: ['register'] }
}

/** Results 1 and 3 say "registered already": the code kept, or the terminal's own number, is tried then. */
function judgeRegistration(session: Session & { kind: 'registering' }, result: number, nowMs: number): Step {
  if (result === 0 || result === 1 || result === 3) {
    const waiting = { kind: 'authenticating', sentMs: nowMs, tries: 1, failures: session.failures } as const
    return { session: waiting, effects: ['authenticate'] }
  }
  return backOff(Math.max(session.failures, REFUSED_FAILURES), nowMs, ['disconnect'])
}

function judgeAuthentication(session: Session & { kind: 'authenticating' }, result: number, nowMs: number): Step {
  if (result === 0) return { session: { kind: 'online', sinceMs: nowMs, lastSentMs: nowMs }, effects: ['online'] }
  return backOff(session.failures, nowMs, ['forget-code', 'disconnect'])
}

function onDue(session: Exclude<Session, { kind: 'off' }>, nowMs: number, times: SessionTimes): Step {
  switch (session.kind) {
    case 'waiting':
      return { session: { kind: 'connecting', sinceMs: nowMs, failures: session.failures }, effects: ['connect'] }
    case 'connecting':
      return backOff(session.failures, nowMs, ['disconnect'])
    case 'registering':
    case 'authenticating': {
      if (session.tries > times.retries) return backOff(session.failures, nowMs, ['disconnect'])
      const again = session.kind === 'registering' ? 'register' : 'authenticate'
      return { session: { ...session, sentMs: nowMs, tries: session.tries + 1 }, effects: [again] }
    }
    case 'online':
      return { session: { ...session, lastSentMs: nowMs }, effects: ['heartbeat'] }
  }
}

/** 1, 2, 4 … 60 s. */
function backOff(failures: number, nowMs: number, effects: readonly SessionEffect[]): Step {
  const waitMs = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(failures, 10))
  return { session: { kind: 'waiting', untilMs: nowMs + waitMs, failures: failures + 1 }, effects }
}
