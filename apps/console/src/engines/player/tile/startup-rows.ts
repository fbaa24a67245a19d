import { type StartupFailure, type StartupStep, type StartupTrace, startupSteps } from '@fleetglass/contract/streams'

/** One rung as it is shown: reached at a time, waited for, failed, or still far away. */
export interface StartupRow {
  readonly step: StartupStep | 'first-picture'
  readonly state: 'reached' | 'waits' | 'failed' | 'open'
  /** Unix ms; null while it is not reached. */
  readonly atMs: number | null
  /** Since the rung before it that was reached. */
  readonly tookMs: number | null
  readonly fact: string
  /** Of the first picture, where the stream was running already: when the player requested it, unix ms. */
  readonly joinedAtMs: number | null
  /** Of a failed rung. */
  readonly failure: StartupFailure | null
}

/** When the first picture was drawn, unix ms, and how long after the player's request. */
export interface FirstPicture {
  readonly atMs: number
  readonly afterMs: number
}

/** The rungs of the server, and the first picture above them, which only the player sees. */
export function startupRows(startupTrace: StartupTrace, first: FirstPicture | null): readonly StartupRow[] {
  const reached = new Map(startupTrace.steps.map((entry) => [entry.step, entry]))
  let beforeMs: number | null = null
  const since = (atMs: number | null) => {
    // Two clocks may disagree by a little, and a device may connect before it answers.
    const tookMs = atMs === null || beforeMs === null ? null : Math.max(0, atMs - beforeMs)
    if (atMs !== null) beforeMs = Math.max(atMs, beforeMs ?? atMs)
    return tookMs
  }
  const rows = startupSteps.map((step): StartupRow => {
    const entry = reached.get(step)
    const failure = entry === undefined && startupTrace.failed?.step === step ? startupTrace.failed : null
    const atMs = entry?.atMs ?? failure?.atMs ?? null
    const open = failure ? 'failed' : startupTrace.waitsFor === step ? 'waits' : 'open'
    return {
      step,
      state: entry ? 'reached' : open,
      atMs,
      tookMs: since(atMs),
      fact: entry?.fact ?? '',
      joinedAtMs: null,
      failure,
    }
  })
  const waits = startupTrace.failed === null && startupTrace.waitsFor === null
  const sinceKeyFrameMs = since(first?.atMs ?? null)
  // The stream may have run for hours before this player came.
  const joined = first !== null && sinceKeyFrameMs !== null && sinceKeyFrameMs > first.afterMs
  rows.push({
    step: 'first-picture',
    state: first === null ? (waits ? 'waits' : 'open') : 'reached',
    atMs: first?.atMs ?? null,
    tookMs: joined ? first.afterMs : sinceKeyFrameMs,
    fact: '',
    joinedAtMs: joined ? first.atMs - first.afterMs : null,
    failure: null,
  })
  return rows
}
