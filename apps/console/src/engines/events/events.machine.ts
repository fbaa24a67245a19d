import type { Session } from '../channel/index.ts'

/** Where the event socket is; each state holds what it needs and nothing else. */
export type EventsState =
  /** No user is logged in, or this browser gets no events. */
  | { readonly kind: 'off' }
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'waiting'; readonly session: Session }
  /** The server did not accept this login (4401): only another one changes that. */
  | { readonly kind: 'refused'; readonly session: Session }

export type EventsEvent =
  /** The session in force, `null` while the login state is not 1. */
  | { readonly kind: 'session'; readonly session: Session | null }
  | { readonly kind: 'closed'; readonly refused: boolean }
  | { readonly kind: 'retry' }

export type EventsEffect = 'open' | 'close' | 'arm-retry' | 'cancel-retry'

interface Step {
  readonly state: EventsState
  readonly effects: readonly EventsEffect[]
}

/** EVTS-01, EVTS-04, EVTS-06: open while a user is logged in, again 1 s after it closed, never after a refusal. */
export function next(state: EventsState, event: EventsEvent): Step {
  switch (event.kind) {
    case 'session':
      return changeSession(state, event.session)
    case 'closed':
      if (state.kind !== 'open') return { state, effects: [] }
      if (event.refused) return { state: { kind: 'refused', session: state.session }, effects: [] }
      return { state: { kind: 'waiting', session: state.session }, effects: ['arm-retry'] }
    case 'retry':
      if (state.kind !== 'waiting') return { state, effects: [] }
      return { state: { kind: 'open', session: state.session }, effects: ['open'] }
  }
}

function changeSession(state: EventsState, session: Session | null): Step {
  if (session === null) {
    return state.kind === 'off'
      ? { state, effects: [] }
      : { state: { kind: 'off' }, effects: ['cancel-retry', 'close'] }
  }
  if (state.kind === 'off') return { state: { kind: 'open', session }, effects: ['open'] }
  if (state.session === session) return { state, effects: [] }
  if (state.kind === 'refused') return { state: { kind: 'open', session }, effects: ['open'] }
  if (isSameLogin(state.session, session)) return { state: { ...state, session }, effects: [] }
  return { state: { kind: 'open', session }, effects: ['cancel-retry', 'close', 'open'] }
}

/** The main channel logged in again by itself: the socket that is open goes on. */
function isSameLogin(before: Session, after: Session): boolean {
  return before.userName === after.userName && before.passwordHash === after.passwordHash
}
