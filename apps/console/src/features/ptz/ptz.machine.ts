import type { PtzWord } from '@fleetglass/contract/ptz'

/** What holds the camera in motion: a button under the pointer, or keys. */
export type Holder = 'pointer' | 'keys'

export type Steering =
  | { readonly kind: 'still' }
  | { readonly kind: 'moving'; readonly channel: number; readonly word: PtzWord; readonly by: Holder }

export type SteeringEvent =
  | { readonly type: 'hold'; readonly channel: number; readonly word: PtzWord; readonly by: Holder }
  | { readonly type: 'release'; readonly by: Holder }
  /** The window lost the focus, the channel was changed, the modal closed (PTZ-10). */
  | { readonly type: 'let-go' }

/** The command for the camera of a channel. */
export interface Said {
  readonly channel: number
  readonly word: PtzWord
}

export const still: Steering = { kind: 'still' }

/** The state after an event, and the commands to send: one at each press, and exactly one STOP for each that was held. */
export function next(state: Steering, event: SteeringEvent): { readonly state: Steering; readonly said: Said | null } {
  const unchanged = { state, said: null }
  if (event.type === 'hold') {
    const { channel, word, by } = event
    // A second hand on the panel steers nothing; other keys of the same one turn the movement.
    if (state.kind === 'moving' && (state.by !== by || state.word === word)) return unchanged
    return { state: { kind: 'moving', channel, word, by }, said: { channel, word } }
  }
  if (state.kind === 'still') return unchanged
  if (event.type === 'release' && event.by !== state.by) return unchanged
  return { state: still, said: { channel: state.channel, word: 'STOP' } }
}

const keyWords: Readonly<Record<string, PtzWord>> = {
  ArrowUp: 'UP',
  ArrowDown: 'DN',
  ArrowLeft: 'LT',
  ArrowRight: 'RT',
  '+': 'ZI',
  '=': 'ZI',
  '-': 'ZO',
}

/** The word of a key that steers wherever the focus is. */
export function wordOfKey(key: string): PtzWord | null {
  return Object.hasOwn(keyWords, key) ? (keyWords[key] ?? null) : null
}

/** What several held keys mean together: two directions are a diagonal, opposite ones cancel out, else the last one counts. */
export function wordOf(held: readonly PtzWord[]): PtzWord | null {
  const last = held.at(-1) ?? null
  if (last === null || !held.every((word) => ['UP', 'DN', 'LT', 'RT'].includes(word))) return last
  const vertical = one(held, 'UP', 'DN')
  const horizontal = one(held, 'LT', 'RT')
  if (vertical !== null && horizontal !== null) return `${vertical}${horizontal}`
  return vertical ?? horizontal
}

function one<T extends PtzWord>(held: readonly PtzWord[], a: T, b: T): T | null {
  if (held.includes(a) === held.includes(b)) return null
  return held.includes(a) ? a : b
}
