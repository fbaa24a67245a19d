import { type TimerWheel, WheelTask } from '../platform/clock/index.ts'

/** A pause that can be ended early. */
export class Nap extends WheelTask {
  readonly over: Promise<void>
  readonly #wheel: TimerWheel
  readonly #resolve: () => void

  constructor(wheel: TimerWheel, ms: number) {
    super()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.over = promise
    this.#resolve = resolve
    this.#wheel = wheel
    wheel.schedule(this, wheel.nowMs() + ms)
  }

  wake(): void {
    this.#wheel.cancel(this)
    this.#resolve()
  }

  override onDue(): void {
    this.#resolve()
  }
}
