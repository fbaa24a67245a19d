// Belongs here: the steps of the latest attempt to start one stream, with its diagnostics. Does not: what the steps lead to
// (channel.machine.ts), the receivers of the trace (channel-hub.ts).
import {
  type Diagnostic,
  type StartupEntry,
  type StartupFailure,
  type StartupStep,
  type StartupTrace,
  startupSteps,
} from '@fleetglass/contract/streams'
import type { StreamAddress } from '../../ports/live-media/index.ts'

/** Length of a detail, which may contain text from the device. */
const MAX_SENTENCE = 300

/** Records the startup trace of one stream. Its size is bounded by the number of steps and of kinds of diagnostics. */
export class StartupRecorder {
  readonly #address: StreamAddress
  #begun = false
  #attempt = 0
  #steps: StartupEntry[] = []
  #failed: StartupFailure | null = null
  readonly #evidence = new Map<Diagnostic['kind'], Diagnostic>()

  constructor(address: StreamAddress) {
    this.#address = address
  }

  /** Starts an attempt. Diagnostics of failed attempts are kept until one succeeds. */
  begin(attempt: number): void {
    this.#begun = true
    this.#attempt = attempt
    this.#steps = []
    this.#failed = null
    if (attempt === 0) this.#evidence.clear()
  }

  /** A step was reached; later steps are open again. */
  reach(step: StartupStep, atMs: number, fact?: string): void {
    const before = this.#steps.filter((entry) => isBefore(entry.step, step))
    this.#steps = [...before, { step, atMs, ...(fact !== undefined && { fact: cut(fact) }) }]
    this.#failed = null
  }

  /** The answer may arrive after the connection: it is inserted in the order of the steps. */
  reachLate(step: StartupStep, atMs: number, fact: string): void {
    const others = this.#steps.filter((entry) => entry.step !== step)
    this.#steps = [...others, { step, atMs, fact: cut(fact) }].sort(
      (one, other) => startupSteps.indexOf(one.step) - startupSteps.indexOf(other.step),
    )
  }

  fail(reason: StartupFailure['reason'], atMs: number, detail: string): void {
    if (!this.#begun) this.begin(0)
    // A stream that had a picture lost its connection.
    if (this.#next() === null) this.#steps = this.#steps.filter(({ step }) => isBefore(step, 'connected'))
    this.#failed = { step: this.#next() ?? 'connected', atMs, reason, detail: cut(detail) }
  }

  /** Adds a diagnostic. True when it is the first of its kind. */
  note(kind: Diagnostic['kind'], atMs: number, detail: string, times = 1): boolean {
    const before = this.#evidence.get(kind)
    this.#evidence.set(kind, { kind, atMs, count: (before?.count ?? 0) + times, detail: cut(detail) })
    return before === undefined
  }

  /** `null` before the first attempt. */
  get startupTrace(): StartupTrace | null {
    if (!this.#begun) return null
    const { deviceId, channel, main } = this.#address
    return {
      type: 'ladder',
      deviceid: deviceId,
      channel,
      main: main ? 1 : 0,
      attempt: this.#attempt,
      steps: [...this.#steps],
      waitsFor: this.#failed ? null : this.#next(),
      failed: this.#failed,
      evidence: [...this.#evidence.values()],
    }
  }

  /** The step after the last one that was reached. */
  #next(): StartupStep | null {
    const last = this.#steps.at(-1)
    return startupSteps[last === undefined ? 0 : startupSteps.indexOf(last.step) + 1] ?? null
  }
}

function isBefore(step: StartupStep, other: StartupStep): boolean {
  return startupSteps.indexOf(step) < startupSteps.indexOf(other)
}

function cut(sentence: string): string {
  return sentence.slice(0, MAX_SENTENCE)
}
