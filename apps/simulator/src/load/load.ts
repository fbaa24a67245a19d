import { systemClock, type Timer } from '../platform/clock/index.ts'
import { AnswerTimes } from './answer-times.ts'
import { LoadedDevice, type LoadedDeviceOwner } from './loaded-device.ts'

/** Raw positions as fast as asked, every one counted: for benches, in a process of its own. */
export interface LoadOptions {
  readonly host: string
  readonly signallingPort: number
  /** TCP connections; each is a terminal of its own. */
  readonly connections: number
  /** Positions per second over all connections; 0 = as fast as acknowledgements come (`window` in flight each). */
  readonly rate: number
  readonly durationS: number
  /** Unacknowledged positions a connection may have (256). */
  readonly window?: number
  /** Number of the first terminal (`13900000001`); the others count up. */
  readonly firstTerminalId?: string
  readonly generation?: '2013' | '2019'
  /** Device time of the first point, unix seconds; each further point of a connection is a second later (an hour ago). */
  readonly startTimeS?: number
  /** Seconds to wait for the last acknowledgements (10). */
  readonly drainS?: number
  /** Called when all connections are authenticated, before the first position. */
  readonly onReady?: (terminalIds: readonly string[]) => void
  /** Called for each acknowledged point with its terminal and device time: for tests that look for it afterwards. */
  readonly onAcknowledged?: (terminalId: string, timeS: number) => void
}

export interface LoadReport {
  readonly connections: number
  readonly sent: number
  readonly acknowledged: number
  /** Answered with a result other than 0. */
  readonly rejected: number
  /** Sent and never answered. */
  readonly unanswered: number
  /** From the first position to the last acknowledgement. */
  readonly durationS: number
  readonly sentPerS: number
  readonly acknowledgedPerS: number
  /** From writing a position to its 0x8001, milliseconds. */
  readonly answerMs: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number }
  readonly connectionErrors: number
}

export interface RunningLoad {
  /** Resolves when the duration is over and the last answers are in, or after `stop`. */
  readonly done: Promise<LoadReport>
  stop(): void
}

/** Registers and authenticates all connections first, then sends. */
export function startLoad(options: LoadOptions): RunningLoad {
  const load = new Load(options)
  return { done: load.done, stop: () => load.stop() }
}

const PACE_MS = 5
const CONNECTS_AT_ONCE = 50
const DEFAULT_WINDOW = 256
const READY_LIMIT_MS = 60_000

class Load implements LoadedDeviceOwner {
  readonly done: Promise<LoadReport>
  readonly #options: LoadOptions
  readonly #devices: LoadedDevice[] = []
  readonly #times = new AnswerTimes()
  #resolve: (report: LoadReport) => void = () => undefined
  #timer: Timer | null = null
  #ready: LoadedDevice[] = []
  #phase: 'connecting' | 'sending' | 'draining' | 'done' = 'connecting'
  #startMs = systemClock.monotonicMs()
  #lastAnswerMs = 0
  #drainUntilMs = 0
  #sent = 0
  #acknowledged = 0
  #rejected = 0
  #errors = 0
  #turn = 0

  constructor(options: LoadOptions) {
    this.#options = options
    this.done = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#pace()
  }

  stop(): void {
    if (this.#phase === 'sending') this.#drain()
    else this.#finish()
  }

  onReady(loaded: LoadedDevice): void {
    this.#ready.push(loaded)
  }

  onAcknowledged(loaded: LoadedDevice, timeS: number, answerMs: number): void {
    this.#acknowledged += 1
    this.#lastAnswerMs = systemClock.monotonicMs()
    this.#times.add(answerMs)
    this.#options.onAcknowledged?.(loaded.terminalId, timeS)
    if (this.#options.rate === 0 && this.#phase === 'sending') this.#sent += loaded.sendPoints(loaded.room)
  }

  onRejected(): void {
    this.#rejected += 1
  }

  onLost(): void {
    this.#errors += 1
  }

  readonly #pace = (): void => {
    switch (this.#phase) {
      case 'connecting':
        this.#connectSome()
        break
      case 'sending':
        this.#sendDue()
        break
      case 'draining':
        if (this.#open() === 0 || systemClock.monotonicMs() > this.#drainUntilMs) this.#finish()
        break
      case 'done':
        return
    }
    if (!this.#isDone()) this.#timer = systemClock.after(PACE_MS, this.#pace)
  }

  #connectSome(): void {
    const { connections } = this.#options
    const open = this.#devices.length - this.#ready.length - this.#errors
    for (let more = Math.min(CONNECTS_AT_ONCE - open, connections - this.#devices.length); more > 0; more--) {
      this.#devices.push(this.#makeDevice(this.#devices.length))
    }
    const all = this.#ready.length + this.#errors >= connections
    if (all || systemClock.monotonicMs() - this.#startMs > READY_LIMIT_MS) this.#begin()
  }

  #makeDevice(index: number): LoadedDevice {
    const { host, signallingPort, firstTerminalId, generation, window, startTimeS } = this.#options
    const digits = (BigInt(firstTerminalId ?? '13900000001') + BigInt(index)).toString()
    return new LoadedDevice(
      {
        host,
        port: signallingPort,
        digits,
        version: generation ?? '2013',
        window: window ?? DEFAULT_WINDOW,
        startTimeS: startTimeS ?? Math.floor(systemClock.nowMs() / 1000) - 3600,
        nowMs: () => systemClock.monotonicMs(),
      },
      this,
    )
  }

  #begin(): void {
    if (this.#ready.length === 0) {
      this.#finish()
      return
    }
    this.#phase = 'sending'
    this.#startMs = systemClock.monotonicMs()
    this.#lastAnswerMs = this.#startMs
    this.#options.onReady?.(this.#ready.map((loaded) => loaded.terminalId))
    if (this.#options.rate === 0) for (const loaded of this.#ready) this.#sent += loaded.sendPoints(loaded.room)
  }

  /** As many as are due by now, over the lines in turn; a line without room is passed over. */
  #sendDue(): void {
    const { rate, durationS } = this.#options
    const elapsedS = Math.min((systemClock.monotonicMs() - this.#startMs) / 1000, durationS)
    const isOver = elapsedS === durationS
    // At a rate the last turn sends what became due since the one before, so that the sum is exact.
    if (rate > 0) this.#sendUpTo(Math.floor(rate * elapsedS))
    if (isOver) this.#drain()
    else if (rate === 0) {
      for (const loaded of this.#ready) if (loaded.room > 0) this.#sent += loaded.sendPoints(loaded.room)
    }
  }

  #sendUpTo(count: number): void {
    let due = count - this.#sent
    const each = Math.max(1, Math.ceil(due / this.#ready.length))
    // A device sends a limited number at once, so one that was late has several turns.
    for (let without = 0; due > 0 && without < this.#ready.length; ) {
      const loaded = this.#ready[this.#turn++ % this.#ready.length]!
      const sent = loaded.sendPoints(Math.min(each, due))
      without = sent === 0 ? without + 1 : 0
      this.#sent += sent
      due -= sent
    }
  }

  #isDone(): boolean {
    return this.#phase === 'done'
  }

  #drain(): void {
    this.#phase = 'draining'
    this.#drainUntilMs = systemClock.monotonicMs() + (this.#options.drainS ?? 10) * 1000
  }

  #open(): number {
    let open = 0
    for (const loaded of this.#devices) open += loaded.unanswered
    return open
  }

  #finish(): void {
    if (this.#phase === 'done') return
    this.#phase = 'done'
    this.#timer?.cancel()
    const unanswered = this.#open()
    for (const loaded of this.#devices) loaded.close()
    const durationS = Math.max(0.001, (this.#lastAnswerMs - this.#startMs) / 1000)
    this.#resolve({
      connections: this.#ready.length,
      sent: this.#sent,
      acknowledged: this.#acknowledged,
      rejected: this.#rejected,
      unanswered,
      durationS: Math.round(durationS * 1000) / 1000,
      sentPerS: Math.round(this.#sent / durationS),
      acknowledgedPerS: Math.round(this.#acknowledged / durationS),
      answerMs: this.#times.summary(),
      connectionErrors: this.#errors,
    })
  }
}
