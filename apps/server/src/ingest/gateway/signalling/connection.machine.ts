/** The terminal as its own frames name it. */
export interface TerminalIdentity {
  /** Digits without leading zeros, or lower-case hex when the bytes are not digits. */
  readonly id: string
  /** The number field as sent: answers repeat it unchanged, media packets carry the same bytes. */
  readonly raw: Uint8Array
}

/** Whether its position was requested: a parked vehicle reports it once a minute or less often. */
export type Whereabouts = 'registering' | 'unknown' | 'asked'

/** What a signalling connection is, and the only place that says it; each state has only its own fields. */
export type ConnectionState =
  /** Nothing readable came yet. */
  | { readonly kind: 'fresh'; readonly sinceMs: number }
  /** It names a registered device that has to show a code, and has not. It gets no commands, and its reports do not count. */
  | {
      readonly kind: 'unproven'
      readonly terminal: TerminalIdentity
      /** It had shown the code and unregistered: it may ask for a new one. */
      readonly hadProven: boolean
    }
  /** It began by registering or authenticating: until that is answered, or it says something else, the device takes no commands. */
  | { readonly kind: 'arriving'; readonly terminal: TerminalIdentity }
  /** It names the number of a device that is at work on another line: the same, until it authenticates or that line falls silent. */
  | { readonly kind: 'rival'; readonly terminal: TerminalIdentity }
  /** No code is asked for, or no user has added the device. Many devices send positions without ever authenticating. */
  | {
      readonly kind: 'trusted'
      readonly terminal: TerminalIdentity
      readonly whereabouts: Whereabouts
      /** It authenticated, with any code: a connection that did not cannot take its place. */
      readonly introduced: boolean
    }
  /** It has shown the code of its device. */
  | { readonly kind: 'proven'; readonly terminal: TerminalIdentity; readonly whereabouts: Whereabouts }
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
  | 'fault'
  | 'port-released'
  | 'shutdown'

/** What a connection is that has just named a terminal. */
export type Standing = 'trusted' | 'arriving' | 'unproven' | 'rival'

export type ConnectionEvent =
  /** A frame named a terminal, which enters as what the session table says. */
  | { readonly kind: 'named'; readonly terminal: TerminalIdentity; readonly as: Standing }
  /** No other line holds its number, and it says more than who it is. */
  | { readonly kind: 'vacant' }
  /** It authenticated where no code is asked for. */
  | { readonly kind: 'introduced' }
  /** It showed the code of its device. */
  | { readonly kind: 'proven' }
  | { readonly kind: 'unregistered' }
  /** Its device was removed from the registry. */
  | { readonly kind: 'forgotten' }
  /** A message was worked on. `counts`: its device is registered. */
  | { readonly kind: 'heard'; readonly what: 'registration' | 'position' | 'other'; readonly counts: boolean }
  /** Its device counts from now on: it can be asked where it is. */
  | { readonly kind: 'counts' }
  /** The owner found a reason to end it: budget, silence, a newer connection, the end of the server. */
  | { readonly kind: 'close'; readonly reason: CloseReason }
  /** The socket is gone. */
  | { readonly kind: 'gone' }

export type ConnectionEffect =
  /** This connection names the terminal from now on. */
  | { readonly kind: 'admit'; readonly terminal: TerminalIdentity }
  /** It speaks for the terminal, and the former connection no longer does. */
  | { readonly kind: 'enter' }
  /** It no longer speaks for the terminal, and goes on. */
  | { readonly kind: 'leave' }
  /** It no longer names the terminal. */
  | { readonly kind: 'release'; readonly terminal: TerminalIdentity; readonly reason: CloseReason }
  /** Ask the device where it is. */
  | { readonly kind: 'locate' }
  /** Write what waits, then end the socket. */
  | { readonly kind: 'end'; readonly reason: CloseReason }

export interface Step {
  readonly state: ConnectionState
  readonly effects: readonly ConnectionEffect[]
}

type Named = Extract<ConnectionState, { kind: Standing | 'proven' }>
type Serving = Extract<ConnectionState, { kind: 'trusted' | 'proven' }>

/** The next state and what has to be done. Events that mean nothing in a state leave it as it is. */
export function next(state: ConnectionState, event: ConnectionEvent): Step {
  switch (state.kind) {
    case 'closed':
      return stay(state)
    case 'closing':
      return event.kind === 'gone' ? { state: { kind: 'closed' }, effects: [] } : stay(state)
    case 'fresh':
      return fromFresh(state, event)
    case 'unproven':
    case 'arriving':
    case 'rival':
    case 'trusted':
    case 'proven':
      return fromNamed(state, event)
  }
}

/** Whether it is served: its messages count, and the bus reaches it. */
export function serves(state: ConnectionState): state is Serving {
  return state.kind === 'trusted' || state.kind === 'proven'
}

function fromFresh(state: Extract<ConnectionState, { kind: 'fresh' }>, event: ConnectionEvent): Step {
  switch (event.kind) {
    case 'named':
      return named(event, [])
    case 'close':
      return {
        state: { kind: 'closing', terminal: null, reason: event.reason },
        effects: [{ kind: 'end', reason: event.reason }],
      }
    case 'gone':
      return { state: { kind: 'closed' }, effects: [] }
    default:
      return stay(state)
  }
}

/** What is the same for every connection that has named a terminal; the rest is a matter of what it may do. */
function fromNamed(state: Named, event: ConnectionEvent): Step {
  const { terminal } = state
  switch (event.kind) {
    case 'named':
      // Another number on the same connection (a relay, or a port that was given to the next terminal).
      if (event.terminal.id === terminal.id) return stay(state)
      return named(event, [{ kind: 'release', terminal, reason: 'replaced' }])
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
    default:
      return serves(state) ? fromServing(state, event) : fromHeldBack(state, event)
  }
}

function fromHeldBack(state: Exclude<Named, Serving>, event: ConnectionEvent): Step {
  const { kind, terminal } = state
  const effects: readonly ConnectionEffect[] = [{ kind: 'enter' }]
  if (event.kind === 'proven') {
    return { state: { kind: 'proven', terminal, whereabouts: 'unknown' }, effects }
  }
  if (kind !== 'unproven' && (event.kind === 'introduced' || event.kind === 'vacant')) {
    const introduced = event.kind === 'introduced'
    return { state: { kind: 'trusted', terminal, whereabouts: 'unknown', introduced }, effects }
  }
  return stay(state)
}

function fromServing(state: Serving, event: ConnectionEvent): Step {
  const { kind, terminal } = state
  switch (event.kind) {
    case 'introduced':
      return kind === 'trusted' ? { state: { ...state, introduced: true }, effects: [] } : stay(state)
    case 'proven':
      return { state: { kind: 'proven', terminal, whereabouts: state.whereabouts }, effects: [] }
    case 'unregistered':
      if (kind === 'trusted') return { state: { ...state, introduced: false }, effects: [] }
      return { state: { kind: 'unproven', terminal, hadProven: true }, effects: [{ kind: 'leave' }] }
    case 'forgotten':
      return { state: { kind: 'trusted', terminal, whereabouts: 'unknown', introduced: false }, effects: [] }
    case 'heard':
      return received(state, event)
    case 'counts':
      return state.whereabouts === 'unknown' ? locate(state) : stay(state)
    default:
      return stay(state)
  }
}

/** A device that has just come is asked where it is, unless it says so by itself. */
function received(state: Serving, { what, counts }: Extract<ConnectionEvent, { kind: 'heard' }>): Step {
  if (state.whereabouts === 'asked' || what === 'registration') return stay(state)
  if (!counts) return stay({ ...state, whereabouts: 'unknown' })
  return what === 'position' ? stay({ ...state, whereabouts: 'asked' }) : locate(state)
}

function locate(state: Serving): Step {
  return { state: { ...state, whereabouts: 'asked' }, effects: [{ kind: 'locate' }] }
}

function named(
  { terminal, as }: Extract<ConnectionEvent, { kind: 'named' }>,
  before: readonly ConnectionEffect[],
): Step {
  const effects: readonly ConnectionEffect[] = [...before, { kind: 'admit', terminal }]
  if (as === 'unproven') return { state: { kind: 'unproven', terminal, hadProven: false }, effects }
  if (as === 'rival' || as === 'arriving') return { state: { kind: as, terminal }, effects }
  return {
    state: { kind: 'trusted', terminal, whereabouts: 'registering', introduced: false },
    effects: [...effects, { kind: 'enter' }],
  }
}

function stay(state: ConnectionState): Step {
  return { state, effects: [] }
}
