import { PLAYING_MS, RECONNECT_PERIOD_MS, SILENT_MS } from '@fleetglass/contract/live'
import { mayReconnect, StreamClose } from '@fleetglass/contract/streams'

/** When the latest attempt to connect began and when the latest data came, on the monotonic clock. */
interface Link {
  readonly attemptMs: number
  readonly lastDataMs: number
}

/** Since when sound comes without pictures, if it does. */
interface Sounding {
  readonly soundMs?: number
}

/** What a tile is doing. Each state has only its own fields; times are on the monotonic clock, in milliseconds. */
export type TileState =
  | ({ readonly kind: 'connecting'; readonly attempt: number } & Link)
  /** The socket is open and no picture was drawn since: the stream is requested from the device, or the next key frame is awaited. */
  | ({ readonly kind: 'waiting' } & Sounding & Link)
  | ({ readonly kind: 'playing' } & Link)
  /** Sound comes, and no picture: the channel may have none. */
  | ({ readonly kind: 'sound-alone' } & Link)
  | ({ readonly kind: 'paused' } & Link)
  /** Nothing came for more than 5 s (LIVE-37). */
  | ({ readonly kind: 'stalled' } & Sounding & Link)
  /** The socket ended without a word; it is tried again (LIVE-36). */
  | { readonly kind: 'lost'; readonly attemptMs: number }
  | { readonly kind: 'offline'; readonly attemptMs: number }
  /** No room for one more stream at the server, or at the device. */
  | { readonly kind: 'busy'; readonly attemptMs: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly attemptMs: number; readonly reason: string }
  | { readonly kind: 'not-allowed'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'no-record' }
  /** The browser can decode this video by no way we have. */
  | { readonly kind: 'undecodable'; readonly codec: 'H.264' | 'H.265' }
  | { readonly kind: 'ended' }

export type TileEvent =
  | { readonly type: 'attempt'; readonly atMs: number }
  | { readonly type: 'opened' }
  /** Media, or a ping that stands for it while a playback is paused (STRM-25). */
  | { readonly type: 'data'; readonly atMs: number; readonly media?: 'video' | 'audio' }
  | { readonly type: 'drawn' }
  | { readonly type: 'said'; readonly state: 'buffering' | 'playing' | 'paused' | 'end' }
  | { readonly type: 'refused'; readonly code: number; readonly message: string }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'undecodable'; readonly codec: 'H.264' | 'H.265' }
  | { readonly type: 'tick'; readonly atMs: number }

export const idleTile: TileState = { kind: 'connecting', attempt: 0, attemptMs: 0, lastDataMs: 0 }

/** The state after an event; the same object when nothing changes. */
export function next(state: TileState, event: TileEvent): TileState {
  switch (event.type) {
    case 'attempt':
      return { kind: 'connecting', attempt: attemptOf(state) + 1, attemptMs: event.atMs, lastDataMs: event.atMs }
    case 'opened':
      return state.kind === 'connecting' ? linked('waiting', state) : state
    case 'data':
      return isLinked(state) ? received(state, event.atMs, event.media) : state
    case 'drawn':
      return isLinked(state) && state.kind !== 'playing' && state.kind !== 'paused' ? linked('playing', state) : state
    case 'said':
      return said(state, event.state)
    case 'refused':
      return isOver(state) ? state : refused(state, event.code, event.message)
    case 'closed':
      return closed(state, event.code)
    case 'undecodable':
      return isOver(state) ? state : { kind: 'undecodable', codec: event.codec }
    case 'tick':
      return ticked(state, event.atMs)
  }
}

/** Pictures and sound usually begin together; cameras send a key frame every few seconds. */
const SOUND_ALONE_MS = 5_000

function received(state: LinkedState, atMs: number, media: 'video' | 'audio' | undefined): TileState {
  if (media === undefined || (state.kind !== 'waiting' && state.kind !== 'stalled')) {
    return { ...state, lastDataMs: atMs }
  }
  const { kind, attemptMs, soundMs = atMs } = state
  return { kind, attemptMs, lastDataMs: atMs, ...(media === 'audio' && { soundMs }) }
}

function ticked(state: TileState, atMs: number): TileState {
  switch (state.kind) {
    case 'playing':
    case 'sound-alone':
      return atMs - state.lastDataMs > PLAYING_MS ? linked('stalled', state) : state
    case 'waiting':
    case 'stalled': {
      const { soundMs, lastDataMs } = state
      if (soundMs === undefined || atMs - lastDataMs > PLAYING_MS) return state
      return atMs - soundMs > SOUND_ALONE_MS ? linked('sound-alone', state) : state
    }
    default:
      return state
  }
}

/** Whether the stream is to be connected again now (LIVE-35, LIVE-36, STRM-26, STRM-27). */
export function reconnectDue(state: TileState, nowMs: number): boolean {
  if (state.kind === 'lost' || state.kind === 'offline' || state.kind === 'busy' || state.kind === 'failed')
    return nowMs - state.attemptMs >= RECONNECT_PERIOD_MS
  if (!isLinked(state)) return false
  return nowMs - state.lastDataMs > SILENT_MS && nowMs - state.attemptMs >= RECONNECT_PERIOD_MS
}

/** No attempt follows by itself: the operator or another address begins anew. */
export function isOver(state: TileState): boolean {
  switch (state.kind) {
    case 'not-allowed':
    case 'unknown':
    case 'no-record':
    case 'undecodable':
    case 'ended':
      return true
    default:
      return false
  }
}

/** LIVE-38: a tile that is not playing shows a spinner, unless the operator paused it or no attempt follows. */
export function isBusy(state: TileState): boolean {
  return state.kind !== 'playing' && state.kind !== 'sound-alone' && state.kind !== 'paused' && !isOver(state)
}

type LinkedState = Extract<TileState, Link>

function isLinked(state: TileState): state is LinkedState {
  return 'lastDataMs' in state
}

function linked(kind: Exclude<LinkedState['kind'], 'connecting'>, link: Link): TileState {
  return { kind, attemptMs: link.attemptMs, lastDataMs: link.lastDataMs }
}

function attemptOf(state: TileState): number {
  return state.kind === 'connecting' ? state.attempt : 0
}

function attemptMsOf(state: TileState): number {
  return 'attemptMs' in state ? state.attemptMs : 0
}

function said(state: TileState, word: 'buffering' | 'playing' | 'paused' | 'end'): TileState {
  if (!isLinked(state)) return state
  switch (word) {
    case 'end':
      return { kind: 'ended' }
    case 'paused':
      return linked('paused', state)
    case 'buffering':
      return linked('waiting', state)
    case 'playing':
      return state.kind === 'paused' ? linked('waiting', state) : state
  }
}

/** STRM-27: the error codes of the stream server. */
function refused(state: TileState, code: number, message: string): TileState {
  const attemptMs = attemptMsOf(state)
  if (mayReconnect(code)) {
    if (code === StreamClose.deviceOffline) return { kind: 'offline', attemptMs }
    return { kind: code === StreamClose.tooManyStreams ? 'busy' : 'failed', attemptMs, reason: message }
  }
  switch (code) {
    case StreamClose.ended:
      return { kind: 'ended' }
    case StreamClose.unknownDevice:
      return { kind: 'unknown', reason: message }
    case StreamClose.noRecord:
      return { kind: 'no-record' }
    default:
      return { kind: 'not-allowed', reason: message }
  }
}

function closed(state: TileState, code: number): TileState {
  if (!isLinked(state)) return state
  if (code === StreamClose.ended) return { kind: 'ended' }
  if (code >= 4400 && code < 4600) return refused(state, code, '')
  return { kind: 'lost', attemptMs: state.attemptMs }
}
