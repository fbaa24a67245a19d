import type { Rights } from '@fleetglass/contract/access'

/** Where the main channel is. */
export interface ChannelTarget {
  readonly host: string
  readonly port: number
  /** Where the streams are, as the server reported before the login; null when it did not. */
  readonly streamPort: number | null
  /** `wss` on a page that came by https, else `ws` (VCP-003). */
  readonly secure: boolean
  /** Left out: `/`. */
  readonly path?: string
}

/**
 * What a login needs: an account, or the name another site knows it by (LOGIN-49). The hash is the upper-case SHA-256 hex
 * of the password (LOGIN-56); it lives in memory only.
 */
export type Credentials =
  | {
      readonly user: string
      readonly passwordHash: string
      /** The session that the client had before; `null` or left out: it asks for a new one. */
      readonly session?: string | null
      /** Of the second factor, for one login. */
      readonly code?: string
    }
  | { readonly externalUser: string; readonly passwordHash: string; readonly code?: string }

/** The content of an accepted login's reply. */
export interface Session {
  readonly userName: string
  /** Read it with `can` of the contract only. */
  readonly rights: Rights
  /** What other calls and streams of this session carry: its token, or the hash where the server gave none. */
  readonly passwordHash: string
  /** The hash of the password itself; after an external login what calls carry. */
  readonly ownHash: string
  /** What the login of a lost link shows again, so that a session that was signed out does not come back; `null`: none. */
  readonly token: string | null
  /** Where the server wants the map to start; null when it does not set it. */
  readonly mapCenter: { readonly lat: number; readonly lng: number } | null
}

interface Link {
  readonly target: ChannelTarget
  readonly credentials: Credentials
  /** What an earlier login of this link was granted; null before the first. It outlives a lost connection (LOGIN-38). */
  readonly session: Session | null
}

/** `code` says what else a correct password needs. */
interface Refusal {
  readonly kind: 'refused'
  readonly code?: string
}

export type ChannelState =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'connecting' } & Link)
  | ({ readonly kind: 'authenticating' } & Link)
  | {
      readonly kind: 'online'
      readonly target: ChannelTarget
      readonly credentials: Credentials
      readonly session: Session
    }
  | ({ readonly kind: 'waiting' } & Link)
  | Refusal

export type ChannelEvent =
  | { readonly kind: 'login'; readonly target: ChannelTarget; readonly credentials: Credentials }
  | { readonly kind: 'logout' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'accepted'; readonly session: Session }
  | Refusal
  | { readonly kind: 'closed' }
  /** The server has moved its main channel; the link stays open. */
  | { readonly kind: 'moved'; readonly from: number; readonly to: number }
  | { readonly kind: 'retry' }

export type ChannelEffect = 'open' | 'send-login' | 'close' | 'arm-retry' | 'cancel-retry'

export interface Step {
  readonly state: ChannelState
  readonly effects: readonly ChannelEffect[]
}

/** The whole behaviour of the link, without a socket or a clock: state and event give state and effects (LOGIN-26 … 43). */
export function next(state: ChannelState, event: ChannelEvent): Step {
  switch (event.kind) {
    case 'login': {
      const { target, credentials } = event
      return {
        state: { kind: 'connecting', target, credentials, session: null },
        effects: ['cancel-retry', 'close', 'open'],
      }
    }
    case 'logout':
      return { state: { kind: 'idle' }, effects: ['cancel-retry', 'close'] }
    case 'opened':
      return state.kind === 'connecting' ? move({ ...state, kind: 'authenticating' }, 'send-login') : stay(state)
    case 'accepted':
      if (state.kind !== 'authenticating') return stay(state)
      return move({
        kind: 'online',
        target: state.target,
        credentials: continued(state.credentials, event.session),
        session: event.session,
      })
    case 'refused':
      return state.kind === 'authenticating' ? move(event, 'close') : stay(state)
    case 'closed':
      if (state.kind === 'idle' || state.kind === 'refused' || state.kind === 'waiting') return stay(state)
      return move({ ...state, kind: 'waiting' }, 'arm-retry')
    case 'moved': {
      // Another port than the server has is one of a proxy, which stays.
      if (!('target' in state) || state.target.port !== event.from) return stay(state)
      return stay({ ...state, target: { ...state.target, port: event.to } })
    }
    case 'retry':
      return state.kind === 'waiting' ? move({ ...state, kind: 'connecting' }, 'open') : stay(state)
  }
}

/** The next login is of the same session, which stands for a code that was accepted. */
function continued({ code: _, ...credentials }: Credentials, { token }: Session): Credentials {
  return 'user' in credentials && token !== null ? { ...credentials, session: token } : credentials
}

/** LOGIN-26 … 28: 0 idle or connecting, 1 logged in (a lost link included), 2 failed. */
export function loginFlag(state: ChannelState): 0 | 1 | 2 {
  if (state.kind === 'refused') return 2
  return sessionOf(state) === null ? 0 : 1
}

/** The session in force, also while the link is being restored. */
export function sessionOf(state: ChannelState): Session | null {
  return 'session' in state ? state.session : null
}

function move(state: ChannelState, ...effects: ChannelEffect[]): Step {
  return { state, effects }
}

function stay(state: ChannelState): Step {
  return { state, effects: [] }
}
