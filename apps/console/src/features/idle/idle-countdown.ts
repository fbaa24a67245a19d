import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock, Timer } from '../../platform/clock/index.ts'

/** Full seconds left, as the clock shows them; `off` where the countdown does not run. */
export type CountdownView =
  | { readonly kind: 'off' }
  | { readonly kind: 'running'; readonly leftS: number }
  | { readonly kind: 'frozen'; readonly leftS: number }

/** The idle countdown: it counts by a clock that never goes back, so that a sleeping tab does not slow it down. */
export interface IdleCountdown {
  readonly view: StoreApi<CountdownView>
  /** Starts afresh with the value of the page; a frozen one stays as it is. */
  begin(startS: number): void
  /** Ends it until the next `begin`; a frozen one keeps its value for then. */
  stop(): void
  freeze(): void
  resume(): void
  /** Sets the value, frozen or not (SHELL-106). */
  set(leftS: number): void
  /** The user is active: a running one starts over (SHELL-115). */
  noteActivity(): void
}

type State =
  | { readonly kind: 'off'; readonly frozenMs: number | null }
  | { readonly kind: 'running'; readonly endsAtMs: number; readonly startS: number; readonly timer: Timer }
  | { readonly kind: 'frozen'; readonly leftMs: number; readonly startS: number }

export function createIdleCountdown(clock: Clock, onEnd: () => void): IdleCountdown {
  const view = createStore<CountdownView>(() => ({ kind: 'off' }))
  let state: State = { kind: 'off', frozenMs: null }

  const enter = (next: State): void => {
    if (state.kind === 'running' && (next.kind !== 'running' || next.timer !== state.timer)) state.timer.cancel()
    state = next
    show()
  }
  const show = (): void => {
    if (state.kind === 'off') {
      view.setState({ kind: 'off' }, true)
      return
    }
    const leftMs = state.kind === 'frozen' ? state.leftMs : state.endsAtMs - clock.monotonicMs()
    view.setState({ kind: state.kind, leftS: Math.ceil(leftMs / 1000) }, true)
  }
  const run = (leftMs: number, startS: number): void => {
    const endsAtMs = clock.monotonicMs() + leftMs
    enter({ kind: 'running', endsAtMs, startS, timer: clock.every(1000, tick) })
  }
  const tick = (): void => {
    if (state.kind !== 'running') return
    if (clock.monotonicMs() < state.endsAtMs) show()
    else {
      enter({ kind: 'off', frozenMs: null })
      onEnd()
    }
  }
  return {
    view,
    begin(startS) {
      if (state.kind === 'frozen') enter({ ...state, startS })
      else if (state.kind === 'off' && state.frozenMs !== null)
        enter({ kind: 'frozen', leftMs: state.frozenMs, startS })
      else run(startS * 1000, startS)
    },
    stop() {
      if (state.kind !== 'off') enter({ kind: 'off', frozenMs: state.kind === 'frozen' ? state.leftMs : null })
    },
    freeze() {
      if (state.kind !== 'running') return
      enter({ kind: 'frozen', leftMs: state.endsAtMs - clock.monotonicMs(), startS: state.startS })
    },
    resume() {
      if (state.kind === 'frozen') run(state.leftMs, state.startS)
    },
    set(leftS) {
      if (state.kind === 'running') run(leftS * 1000, state.startS)
      if (state.kind === 'frozen') enter({ ...state, leftMs: leftS * 1000 })
    },
    // Called on every movement of the pointer: nothing but a number changes, and the clock shows it at its next second.
    noteActivity() {
      if (state.kind === 'running') state = { ...state, endsAtMs: clock.monotonicMs() + state.startS * 1000 }
    },
  }
}
