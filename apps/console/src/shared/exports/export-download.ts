import { EXPORT_ASK_PERIOD_MS, readExportAnswer } from '@fleetglass/contract/exports'
import type { Clock } from '../../platform/clock/index.ts'

/** Where the download of one file stands. */
export type DownloadState =
  /** The file is requested; `progress` is the last answer of the server, in its own words (MP4-03). */
  | { readonly kind: 'asking'; readonly progress: string | null; readonly unanswered: boolean }
  /** The browser loads the file (MP4-02); `recorded` is what of the wanted time is in it. */
  | { readonly kind: 'begun'; readonly recorded?: RecordedPart }
  /** It is not requested again (MP4-05, MP4-06); `reason` is the server's. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'refused' }

/** Unix ms, `[startMs, endMs)`. */
export interface RecordedPart {
  readonly startMs: number
  readonly endMs: number
}

/** The answer of the server, or that there was none. */
export interface AskedText {
  readonly status: number
  readonly text: string
  /** With an answer that the file is ready. */
  readonly recorded?: RecordedPart
}

export interface DownloadDeps {
  readonly clock: Clock
  /** MP4-01: queries whether the file is ready; `null` when no answer came. */
  readonly ask: () => Promise<AskedText | null>
  /** Has the browser load the file. */
  readonly load: () => void
  readonly onState: (state: DownloadState) => void
}

/** What an answer makes of a download. */
export function stateAfter(answer: AskedText | null): DownloadState {
  // Too busy, or in between starts: the next question may find it better.
  if (answer === null || answer.status === 429 || answer.status >= 502) {
    return { kind: 'asking', progress: null, unanswered: true }
  }
  if (answer.status === 403) return { kind: 'refused' }
  const read = answer.status === 200 ? readExportAnswer(answer.text) : null
  if (read === null) return { kind: 'failed', reason: reasonOf(answer) }
  if (read.kind === 'ready') return { kind: 'begun', ...(answer.recorded ? { recorded: answer.recorded } : {}) }
  if (read.kind === 'failed') return { kind: 'failed', reason: answer.text.trim() }
  return { kind: 'asking', progress: answer.text.trim(), unanswered: false }
}

/** The sentence of a refusal, which is JSON like all of them. */
function reasonOf({ status, text }: AskedText): string {
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said === 'object' && said !== null && 'message' in said) return String(said.message)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return `HTTP ${status}`
}

/** Polls every second until the file is ready or failed (MP4-04), and then has it loaded. Returns what ends the polling. */
export function startDownload({ clock, ask, load, onState }: DownloadDeps): () => void {
  let timer: { cancel(): void } | null = null
  let ended = false
  const step = async (): Promise<void> => {
    const state = stateAfter(await ask())
    if (ended) return
    if (state.kind === 'begun') load()
    onState(state)
    if (state.kind === 'asking') timer = clock.after(EXPORT_ASK_PERIOD_MS, () => void step())
  }
  onState({ kind: 'asking', progress: null, unanswered: false })
  void step()
  return () => {
    ended = true
    timer?.cancel()
  }
}
