/** The terminal as its own frames name it. */
export interface TerminalIdentity {
  /** Digits without leading zeros, or lower-case hex when the bytes are not digits. */
  readonly id: string
  /** The number field as sent: answers repeat it unchanged, media packets carry the same bytes. */
  readonly raw: Uint8Array
}

/** What a signalling connection is; each state has only its own fields. */
export type ConnectionState =
  /** Nothing readable came yet. */
  | { readonly kind: 'fresh'; readonly sinceMs: number }
  /** A frame named a terminal. Many devices send positions without ever authenticating: they are served here. */
  | { readonly kind: 'known'; readonly terminal: TerminalIdentity }
  | { readonly kind: 'authenticated'; readonly terminal: TerminalIdentity; readonly sinceMs: number }
  /** Answers may still go out; nothing is read any more. */
  | { readonly kind: 'closing'; readonly terminal: TerminalIdentity | null; readonly reason: CloseReason }
  | { readonly kind: 'closed' }

export type CloseReason =
  | 'ended'
  | 'silent'
  | 'no-frame'
  | 'bad-bytes'
  | 'does-not-read'
  | 'replaced'
  | 'not-admitted'
  | 'not-authenticated'
  | 'shutdown'

export type ConnectionEvent =
  | { readonly kind: 'named'; readonly terminal: TerminalIdentity }
  | { readonly kind: 'authenticated'; readonly nowMs: number }
  | { readonly kind: 'unregistered' }
  /** The owner found a reason to end it: budget, silence, a newer connection, the end of the server. */
  | { readonly kind: 'close'; readonly reason: CloseReason }
  /** The socket is gone. */
  | { readonly kind: 'gone' }

export type ConnectionEffect =
  /** This connection now speaks for the terminal. */
  | { readonly kind: 'admit'; readonly terminal: TerminalIdentity }
  /** It no longer does. */
  | { readonly kind: 'release'; readonly terminal: TerminalIdentity; readonly reason: CloseReason }
  /** Write what waits, then end the socket. */
  | { readonly kind: 'end'; readonly reason: CloseReason }

export interface Step {
  readonly state: ConnectionState
  readonly effects: readonly ConnectionEffect[]
}

/** The next state and what has to be done. Events that mean nothing in a state leave it as it is. */
export function next(state: ConnectionState, event: ConnectionEvent): Step {
  switch (state.kind) {
    case 'closed':
      return stay(state)
    case 'closing':
      return event.kind === 'gone' ? { state: { kind: 'closed' }, effects: [] } : stay(state)
    case 'fresh':
      return fromFresh(state, event)
    case 'known':
    case 'authenticated':
      return fromNamed(state, event)
  }
}

function fromFresh(state: Extract<ConnectionState, { kind: 'fresh' }>, event: ConnectionEvent): Step {
  switch (event.kind) {
    case 'named':
      return {
        state: { kind: 'known', terminal: event.terminal },
        effects: [{ kind: 'admit', terminal: event.terminal }],
      }
    case 'close':
      return {
        state: { kind: 'closing', terminal: null, reason: event.reason },
        effects: [{ kind: 'end', reason: event.reason }],
      }
    case 'gone':
      return { state: { kind: 'closed' }, effects: [] }
    case 'authenticated':
    case 'unregistered':
      return stay(state)
  }
}

type Named = Extract<ConnectionState, { kind: 'known' | 'authenticated' }>

function fromNamed(state: Named, event: ConnectionEvent): Step {
  const { terminal } = state
  switch (event.kind) {
    case 'named':
      // Another number on the same connection (a relay, or a port that was given to the next terminal).
      if (event.terminal.id === terminal.id) return stay(state)
      return {
        state: { kind: 'known', terminal: event.terminal },
        effects: [
          { kind: 'release', terminal, reason: 'replaced' },
          { kind: 'admit', terminal: event.terminal },
        ],
      }
    case 'authenticated':
      return { state: { kind: 'authenticated', terminal, sinceMs: event.nowMs }, effects: [] }
    case 'unregistered':
      return { state: { kind: 'known', terminal }, effects: [] }
    case 'close':
      return {
        state: { kind: 'closing', terminal, reason: event.reason },
        effects: [
          { kind: 'release', terminal, reason: event.reason },
          { kind: 'end', reason: event.reason },
        ],
      }
    case 'gone':
      return { state: { kind: 'closed' }, effects: [{ kind: 'release', terminal, reason: 'ended' }] }
  }
}

function stay(state: ConnectionState): Step {
  return { state, effects: [] }
}
