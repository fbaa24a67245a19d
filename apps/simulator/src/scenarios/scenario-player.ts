import { type TimerWheel, WheelTask } from '../platform/clock/index.ts'
import { type FaultName, type Faults, noFaults } from './faults.ts'
import type { Scenario, ScenarioEvent } from './scenario.ts'

/** What the events of a scenario happen to. */
export interface FaultyDevice {
  setFault<N extends FaultName>(name: N, value: Faults[N]): void
}

interface Change {
  readonly atMs: number
  readonly event: ScenarioEvent
  readonly on: boolean
}

/** Switches faults on and off as a scenario says, from the moment it is made. */
export class ScenarioPlayer extends WheelTask {
  readonly #devices: readonly FaultyDevice[]
  readonly #wheel: TimerWheel
  readonly #startMs: number
  #changes: Change[]

  constructor(scenario: Scenario, devices: readonly FaultyDevice[], wheel: TimerWheel) {
    super()
    this.#devices = devices
    this.#wheel = wheel
    this.#startMs = wheel.nowMs()
    this.#changes = scenario.events.flatMap((event) => changesOf(event, this.#startMs))
    this.onDue(this.#startMs)
  }

  override onDue(nowMs: number): void {
    const due = this.#changes.filter((change) => change.atMs <= nowMs).sort((a, b) => a.atMs - b.atMs)
    this.#changes = this.#changes.filter((change) => change.atMs > nowMs)
    for (const change of due) {
      this.#apply(change)
      const { everyS } = change.event
      if (everyS !== undefined) this.#changes.push({ ...change, atMs: change.atMs + everyS * 1000 })
    }
    this.#wheel.schedule(this, Math.min(Infinity, ...this.#changes.map((change) => change.atMs)))
  }

  close(): void {
    this.#wheel.cancel(this)
    this.#changes = []
  }

  #apply({ event, on }: Change): void {
    const value = on ? event.value : noFaults()[event.fault]
    this.#devices.forEach((device, index) => {
      if (!event.vehicles || event.vehicles.includes(index)) device.setFault(event.fault, value as never)
    })
  }
}

function changesOf(event: ScenarioEvent, startMs: number): Change[] {
  const begin: Change = { atMs: startMs + event.atS * 1000, event, on: true }
  if (event.forS === undefined) return [begin]
  return [begin, { atMs: begin.atMs + event.forS * 1000, event, on: false }]
}
