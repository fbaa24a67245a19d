// Belongs here: the steps of the latest try to get one stream, with what was noticed beside them. Does not: what the steps
// lead to (channel.machine.ts), who is told (channel-hub.ts).
import {
  type LadderEntry,
  type LadderEvidence,
  type LadderFailure,
  type LadderStep,
  ladderSteps,
  type StreamLadder,
} from '@fleetglass/contract/streams'
import type { StreamAddress } from '../../ports/live-media/index.ts'

/** One sentence of a fact or of evidence; devices' words may be in it. */
const MAX_SENTENCE = 300

/** "Why is there no picture?" of one stream. Bounded by the number of steps and of kinds of evidence. */
export class LadderBook {
  readonly #address: StreamAddress
  #begun = false
  #attempt = 0
  #steps: LadderEntry[] = []
  #failed: LadderFailure | null = null
  readonly #evidence = new Map<LadderEvidence['kind'], LadderEvidence>()

  constructor(address: StreamAddress) {
    this.#address = address
  }

  /** A new try. What was noticed in tries before stays until one succeeded. */
  begin(attempt: number): void {
    this.#begun = true
    this.#attempt = attempt
    this.#steps = []
    this.#failed = null
    if (attempt === 0) this.#evidence.clear()
  }

  /** A step was reached; those behind it are open again. */
  reach(step: LadderStep, atMs: number, fact?: string): void {
    const before = this.#steps.filter((entry) => isBefore(entry.step, step))
    this.#steps = [...before, { step, atMs, ...(fact !== undefined && { fact: cut(fact) }) }]
    this.#failed = null
  }

  /** The answer may come after the connection: it takes its place among the steps. */
  reachLate(step: LadderStep, atMs: number, fact: string): void {
    const others = this.#steps.filter((entry) => entry.step !== step)
    this.#steps = [...others, { step, atMs, fact: cut(fact) }].sort(
      (one, other) => ladderSteps.indexOf(one.step) - ladderSteps.indexOf(other.step),
    )
  }

  fail(reason: LadderFailure['reason'], atMs: number, detail: string): void {
    if (!this.#begun) this.begin(0)
    // What had a picture lost its connection.
    if (this.#next() === null) this.#steps = this.#steps.filter(({ step }) => isBefore(step, 'connected'))
    this.#failed = { step: this.#next() ?? 'connected', atMs, reason, detail: cut(detail) }
  }

  /** True when this kind was not noticed before. */
  note(kind: LadderEvidence['kind'], atMs: number, detail: string, times = 1): boolean {
    const before = this.#evidence.get(kind)
    this.#evidence.set(kind, { kind, atMs, count: (before?.count ?? 0) + times, detail: cut(detail) })
    return before === undefined
  }

  /** `null` before the first try. */
  get ladder(): StreamLadder | null {
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

  /** The step behind the last one that was reached. */
  #next(): LadderStep | null {
    const last = this.#steps.at(-1)
    return ladderSteps[last === undefined ? 0 : ladderSteps.indexOf(last.step) + 1] ?? null
  }
}

function isBefore(step: LadderStep, other: LadderStep): boolean {
  return ladderSteps.indexOf(step) < ladderSteps.indexOf(other)
}

function cut(sentence: string): string {
  return sentence.slice(0, MAX_SENTENCE)
}
