// Belongs here: how far a move is, for people. Does not: what is moved.
import type { Clock } from '../../platform/clock/index.ts'

const TERMINAL_MS = 200
const LINE_MS = 5_000

export interface ProgressOutput {
  /** One line is written over and over; else a line each few seconds. */
  readonly isTerminal: boolean
  write(text: string): void
}

interface Scope {
  readonly count: number
  /** Of these, by an earlier run. */
  readonly done: number
  readonly noun: string
}

export interface ProgressState {
  readonly title: string
  readonly noun: string
  readonly count: number
  readonly done: number
  /** Since this run began. */
  readonly added: number
  readonly bytes: number
  readonly elapsedMs: number
  readonly detail: string
}

export class MoveProgress {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #output: ProgressOutput
  #scope: Scope & { readonly title: string; readonly beganMs: number } = {
    title: '',
    count: 0,
    done: 0,
    noun: '',
    beganMs: 0,
  }
  #added = 0
  #bytes = 0
  #detail = ''
  #shownMs = 0

  constructor(clock: Pick<Clock, 'monotonicMs'>, output: ProgressOutput) {
    this.#clock = clock
    this.#output = output
  }

  begin(title: string, scope: Scope): void {
    const beganMs = this.#clock.monotonicMs()
    this.#scope = { ...scope, title, beganMs }
    this.#added = 0
    this.#bytes = 0
    this.#detail = ''
    this.#shownMs = beganMs
  }

  add(count: number, bytes: number, detail = ''): void {
    this.#added += count
    this.#bytes += bytes
    this.#detail = detail
    const nowMs = this.#clock.monotonicMs()
    if (nowMs - this.#shownMs < (this.#output.isTerminal ? TERMINAL_MS : LINE_MS)) return
    this.#shownMs = nowMs
    this.#show(nowMs)
  }

  end(): void {
    this.#detail = ''
    this.#show(this.#clock.monotonicMs())
    if (this.#output.isTerminal) this.#output.write('\n')
  }

  #show(nowMs: number): void {
    const { title, noun, count, done, beganMs } = this.#scope
    const line = progressLine({
      title,
      noun,
      count,
      done: done + this.#added,
      added: this.#added,
      bytes: this.#bytes,
      elapsedMs: nowMs - beganMs,
      detail: this.#detail,
    })
    this.#output.write(this.#output.isTerminal ? `\r\u001b[K${line}` : `${line}\n`)
  }
}

export function progressLine(state: ProgressState): string {
  const { title, noun, count, done, added, bytes, elapsedMs, detail } = state
  const perMs = elapsedMs > 0 ? added / elapsedMs : 0
  const parts = [`${title}: ${grouped(done)} of ${grouped(count)} ${noun}`, byteText(bytes)]
  if (perMs > 0) parts.push(`${grouped(Math.round(perMs * 1000))} ${noun}/s`)
  if (perMs > 0 && done < count) parts.push(`${durationText((count - done) / perMs)} left`)
  if (detail !== '') parts.push(detail)
  return parts.join(', ')
}

export function byteText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const at = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`
}

function durationText(ms: number): string {
  const s = Math.ceil(ms / 1000)
  if (s < 60) return `${s} s`
  return s < 3600 ? `${Math.ceil(s / 60)} min` : `${Math.floor(s / 3600)} h ${Math.ceil((s % 3600) / 60)} min`
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
