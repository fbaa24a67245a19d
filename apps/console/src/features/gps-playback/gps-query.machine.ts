import type { GpsResult } from './gps-result.ts'

/** What the page is doing; one thing at a time. */
export type GpsWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'querying'; readonly share: number }
  /** `filling`: addresses, one point after the other (GPSP-20); then the file is written. */
  | { readonly kind: 'exporting'; readonly step: 'filling' | 'writing'; readonly done: number; readonly of: number }

export interface GpsState {
  readonly work: GpsWork
  /** Of the latest query with points; null before the first, and after one without points. */
  readonly result: GpsResult | null
  /** The latest answer had no points. */
  readonly isEmpty: boolean
}

export type GpsMove =
  | { readonly type: 'query' }
  | { readonly type: 'loaded'; readonly share: number }
  | { readonly type: 'answered'; readonly result: GpsResult | null }
  | { readonly type: 'failed' }
  | { readonly type: 'export' }
  | { readonly type: 'progress'; readonly step: 'filling' | 'writing'; readonly done: number; readonly of: number }
  | { readonly type: 'exported' }

export const startState: GpsState = { work: { kind: 'idle' }, result: null, isEmpty: false }

const idle: GpsWork = { kind: 'idle' }

/** The state after a move; the same object for one that does not fit what is going on. */
export function next(state: GpsState, move: GpsMove): GpsState {
  const { work } = state
  switch (move.type) {
    case 'query':
      return mayQuery(state) ? { ...state, work: { kind: 'querying', share: 0 } } : state
    case 'loaded':
      return work.kind === 'querying' ? { ...state, work: { kind: 'querying', share: move.share } } : state
    case 'answered':
      return work.kind === 'querying' ? { work: idle, result: move.result, isEmpty: move.result === null } : state
    case 'failed':
      // GPSP-70: what was there before stays.
      return work.kind === 'idle' ? state : { ...state, work: idle }
    case 'export':
      return mayExport(state) ? { ...state, work: { kind: 'exporting', step: 'filling', done: 0, of: 0 } } : state
    case 'progress':
      return work.kind === 'exporting' ? { ...state, work: { ...work, ...progressOf(move) } } : state
    case 'exported':
      return work.kind === 'exporting' ? { ...state, work: idle } : state
  }
}

function progressOf({ step, done, of }: Extract<GpsMove, { type: 'progress' }>) {
  return { step, done, of }
}

/** GPSP-17, GPSP-18. */
export function mayQuery({ work }: GpsState): boolean {
  return work.kind === 'idle'
}

/** GPSP-14 … GPSP-16. */
export function mayExport({ work, result }: GpsState): boolean {
  return work.kind === 'idle' && result !== null
}
