import type { ChannelFailure, ChannelState } from '../../ports/live-media/index.ts'
import { explain } from './failure-texts.ts'

/** The device has this long to open its media connection after it said yes. */
export const CONNECTION_MS = 15_000
/** A media connection without a picture for this long is of no use. */
export const MEDIA_MS = 15_000
/** Where pictures come that need a key frame, that one is waited for this long: some cameras send one in a minute. */
export const KEY_FRAME_MS = 75_000
/** Where sound comes and no picture for this long, the channel is taken for one with sound alone. */
export const SOUND_ALONE_MS = 5_000
/** After the last reader left the stream goes on for this long: the next one starts at once (STRM-35). */
export const GRACE_MS = 10_000
/** Some devices confirm the end and go on sending: then the connection is closed. */
export const ENDING_MS = 5_000
/** Pauses before asking again while there are readers; the last one repeats. */
export const RETRY_MS: readonly number[] = [2_000, 5_000, 10_000, 20_000, 30_000, 60_000]

/** On the way to a picture, or there. */
type Active =
  | (Extract<ChannelState, { kind: 'asking' }> & Attempt)
  | (Extract<ChannelState, { kind: 'accepted' }> & Attempt)
  | (Extract<ChannelState, { kind: 'connected' }> & Attempt & Arrivals)
  | (Extract<ChannelState, { kind: 'playing' }> & {
      /** Where sound alone comes from: pictures may follow. */
      readonly peer?: string
    })

interface Arrivals {
  /** Pictures come that need a key frame. */
  readonly moves: boolean
  /** Payload type of the sound that comes; `null`: none has come. */
  readonly sound: number | null
}

interface Attempt {
  /** Failures in a row before this try. */
  readonly attempt: number
  /** The other stream was asked for in this try: the device did not send the wanted one. */
  readonly other: boolean
}

/** Life of one device channel. Times are unix ms. */
export type HubState =
  | { readonly kind: 'idle' }
  | Active
  /** Readers wait; the next try comes by the timer, or when the device comes online. */
  | (Extract<ChannelState, { kind: 'failed' }> & Attempt)
  /** There are no readers any more, the stream still runs. */
  | { readonly kind: 'lingering'; readonly active: Active }
  /** The end was said to the device; its connection closes by itself, or is closed. */
  | { readonly kind: 'ending'; readonly sinceMs: number }

export type HubEvent = { readonly nowMs: number } & (
  | { readonly kind: 'first-reader' }
  | { readonly kind: 'another-reader' }
  | { readonly kind: 'last-reader-left' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'not-accepted'; readonly reason: ChannelFailure; readonly detail: string }
  | { readonly kind: 'connected'; readonly peer: string }
  /** Pictures come that need a key frame. */
  | { readonly kind: 'moving' }
  | { readonly kind: 'sound'; readonly codec: number }
  | { readonly kind: 'picture'; readonly codec: number }
  /** `again`: because something else of the channel was ended, so that it is asked for again at once. */
  | { readonly kind: 'disconnected'; readonly detail: string; readonly again?: boolean }
  | { readonly kind: 'online' }
  | { readonly kind: 'offline' }
  /** Streaming was switched off for the device, its month is used up, or it was removed. */
  | { readonly kind: 'forbidden'; readonly reason: 'forbidden' | 'used-up'; readonly detail: string }
  | { readonly kind: 'timer' }
)

export type HubEffect =
  /** Send 0x9101. `other`: the wanted stream gave no picture, try the other one of main and sub. */
  | { readonly kind: 'ask'; readonly other: boolean }
  /** Send 0x9102 (0, 0). */
  | { readonly kind: 'end' }
  | { readonly kind: 'close-connection'; readonly reason: string }

export interface HubStep {
  readonly state: HubState
  readonly effects: readonly HubEffect[]
}

/** When the `timer` event is due in a state, ms after it was entered; `null` never. */
export function timerOf(state: HubState): number | null {
  switch (state.kind) {
    case 'idle':
    case 'playing':
    // The command has a timeout of its own.
    case 'asking':
      return null
    case 'accepted':
      return CONNECTION_MS
    case 'connected':
      if (state.moves) return KEY_FRAME_MS
      return state.sound === null ? MEDIA_MS : SOUND_ALONE_MS
    case 'lingering':
      return GRACE_MS
    case 'ending':
      return ENDING_MS
    case 'failed':
      return waitsForADevice(state.reason) ? null : (RETRY_MS[Math.min(state.attempt, RETRY_MS.length) - 1] ?? null)
  }
}

/** The next state and what is to be done; an event that means nothing in a state leaves it as it is. */
export function next(state: HubState, event: HubEvent): HubStep {
  if (event.kind === 'forbidden') return forbid(state, event)
  switch (state.kind) {
    case 'idle':
      return event.kind === 'first-reader' ? ask(event.nowMs, 0) : stay(state)
    case 'ending':
      return fromEnding(state, event)
    case 'failed':
      return fromFailed(state, event)
    case 'lingering':
      return fromLingering(state, event)
    case 'asking':
    case 'accepted':
    case 'connected':
    case 'playing':
      return fromActive(state, event)
  }
}

/** The state that readers receive; the grace period and the end are left out. */
export function stateForReaders(state: HubState): ChannelState {
  switch (state.kind) {
    case 'lingering':
      return stateForReaders(state.active)
    case 'ending':
      return { kind: 'idle' }
    case 'asking':
    case 'accepted':
      return { kind: state.kind, sinceMs: state.sinceMs }
    case 'connected':
      return { kind: 'connected', sinceMs: state.sinceMs, peer: state.peer }
    case 'failed':
      return { kind: 'failed', sinceMs: state.sinceMs, reason: state.reason, detail: state.detail }
    default:
      return state
  }
}

function fromEnding(state: Extract<HubState, { kind: 'ending' }>, event: HubEvent): HubStep {
  switch (event.kind) {
    case 'first-reader': {
      const { state: asking, effects } = ask(event.nowMs, 0)
      return { state: asking, effects: [closeConnection('asked again'), ...effects] }
    }
    case 'timer':
      return { state: { kind: 'idle' }, effects: [closeConnection('nobody watches')] }
    case 'disconnected':
      return { state: { kind: 'idle' }, effects: [] }
    default:
      return stay(state)
  }
}

function fromFailed(state: Extract<HubState, { kind: 'failed' }>, event: HubEvent): HubStep {
  switch (event.kind) {
    case 'last-reader-left':
      return { state: { kind: 'idle' }, effects: [] }
    case 'connected':
      return { state: connected(event, state.attempt, state.other), effects: [] }
    case 'timer':
      return ask(event.nowMs, state.attempt, otherAfter(state))
    case 'online':
      return ask(event.nowMs, 0)
    case 'another-reader':
      return waitsForADevice(state.reason) ? stay(state) : ask(event.nowMs, 0, otherAfter(state))
    default:
      return stay(state)
  }
}

function fromLingering(state: Extract<HubState, { kind: 'lingering' }>, event: HubEvent): HubStep {
  if (event.kind === 'first-reader') return { state: state.active, effects: [] }
  if (event.kind === 'timer') return end(event.nowMs)
  const { state: after, effects } = fromActive(state.active, event)
  switch (after.kind) {
    case 'asking':
    case 'accepted':
    case 'connected':
    case 'playing':
      return after === state.active ? stay(state) : { state: { kind: 'lingering', active: after }, effects }
    default:
      // A failure that no caller waits for is no failure.
      return { state: { kind: 'idle' }, effects }
  }
}

function fromActive(state: Active, event: HubEvent): HubStep {
  switch (event.kind) {
    case 'last-reader-left':
      return { state: { kind: 'lingering', active: state }, effects: [] }
    case 'connected':
      return { state: connected(event, attemptOf(state), otherOf(state)), effects: [] }
    case 'moving':
      return { state: moving(state, event.nowMs), effects: [] }
    case 'sound':
      return state.kind === 'connected' && state.sound === null
        ? { state: { ...state, sound: event.codec }, effects: [] }
        : stay(state)
    case 'picture':
      return state.kind === 'connected' || isSoundAlone(state)
        ? { state: { kind: 'playing', sinceMs: event.nowMs, codec: event.codec }, effects: [] }
        : stay(state)
    case 'disconnected':
      if (event.again) return ask(event.nowMs, attemptOf(state), otherOf(state))
      return fail(state, event.nowMs, 'closed-by-device', explain.closed(event.detail))
    case 'accepted':
      return state.kind === 'asking'
        ? { state: { ...state, kind: 'accepted', sinceMs: event.nowMs }, effects: [] }
        : stay(state)
    case 'not-accepted':
      // A connection that is already here says more than a missing answer.
      if (state.kind !== 'asking') return stay(state)
      // It may have only one of main and sub stream.
      if (event.reason === 'refused' && !state.other) return ask(event.nowMs, state.attempt, true)
      return fail(state, event.nowMs, event.reason, event.detail)
    case 'offline':
      return state.kind === 'asking' || state.kind === 'accepted'
        ? fail(state, event.nowMs, 'offline', explain.wentOffline())
        : stay(state)
    case 'timer':
      return overdue(state, event.nowMs)
    default:
      return stay(state)
  }
}

function overdue(state: Active, nowMs: number): HubStep {
  switch (state.kind) {
    case 'accepted':
      return fail(state, nowMs, 'no-connection', explain.noConnection(CONNECTION_MS))
    case 'connected': {
      if (state.sound !== null && !state.moves) {
        const { sound: codec, peer } = state
        return { state: { kind: 'playing', sinceMs: nowMs, codec, isSoundAlone: true, peer }, effects: [] }
      }
      const detail = state.moves ? explain.noKeyFrame(state.peer, KEY_FRAME_MS) : explain.noMedia(state.peer, MEDIA_MS)
      const failed = fail(state, nowMs, 'no-media', detail)
      return { state: failed.state, effects: [closeConnection('no picture'), { kind: 'end' }] }
    }
    default:
      return stay(state)
  }
}

function forbid(state: HubState, { nowMs, reason, detail }: Extract<HubEvent, { kind: 'forbidden' }>): HubStep {
  switch (state.kind) {
    case 'idle':
    case 'ending':
      return stay(state)
    case 'lingering':
      return end(nowMs)
    case 'failed':
      return {
        state: { kind: 'failed', sinceMs: nowMs, reason, detail, attempt: 0, other: false },
        effects: [],
      }
    default:
      return {
        state: { kind: 'failed', sinceMs: nowMs, reason, detail, attempt: 0, other: false },
        effects: [{ kind: 'end' }, closeConnection('forbidden')],
      }
  }
}

function ask(nowMs: number, attempt: number, other = false): HubStep {
  return { state: { kind: 'asking', sinceMs: nowMs, attempt, other }, effects: [{ kind: 'ask', other }] }
}

function end(nowMs: number): HubStep {
  return { state: { kind: 'ending', sinceMs: nowMs }, effects: [{ kind: 'end' }] }
}

function fail(state: Active, nowMs: number, reason: ChannelFailure, detail: string): HubStep {
  const attempt = attemptOf(state) + 1
  return { state: { kind: 'failed', sinceMs: nowMs, reason, detail, attempt, other: otherOf(state) }, effects: [] }
}

function connected(
  event: Extract<HubEvent, { kind: 'connected' }>,
  attempt: number,
  other: boolean,
): HubState & Active {
  return { kind: 'connected', sinceMs: event.nowMs, peer: event.peer, attempt, other, moves: false, sound: null }
}

/** Pictures come that need a key frame, also where there was sound alone until now. */
function moving(state: Active, nowMs: number): Active {
  if (state.kind === 'connected') return state.moves ? state : { ...state, moves: true }
  if (state.kind !== 'playing' || !state.isSoundAlone) return state
  const { peer = '', codec: sound } = state
  return { kind: 'connected', sinceMs: nowMs, peer, attempt: 0, other: false, moves: true, sound }
}

function isSoundAlone(state: Active): boolean {
  return state.kind === 'playing' && state.isSoundAlone === true
}

function attemptOf(state: Active): number {
  return state.kind === 'playing' ? 0 : state.attempt
}

function otherOf(state: Active): boolean {
  return state.kind === 'playing' ? false : state.other
}

/** Whether the next try asks for the other one of main and sub: where the device can be reached and this one did not come. */
function otherAfter({ reason, other }: Extract<HubState, { kind: 'failed' }>): boolean {
  return reason === 'no-media' || reason === 'no-connection' || reason === 'refused' ? !other : other
}

/** Asking again is of no use before the device, or its settings, changed. */
function waitsForADevice(reason: ChannelFailure): boolean {
  return reason === 'offline' || reason === 'forbidden' || reason === 'used-up'
}

function closeConnection(reason: string): HubEffect {
  return { kind: 'close-connection', reason }
}

function stay(state: HubState): HubStep {
  return { state, effects: [] }
}
