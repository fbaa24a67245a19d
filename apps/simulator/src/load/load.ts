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
  /** Called for each acknowledged point with its terminal and device time: for tests that look for it afterwards. */
  readonly onAcknowledged?: (terminalId: string, timeS: number) => void
}

export interface LoadReport {
  readonly connections: number
  readonly sent: number
  readonly acknowledged: number
  /** Answered with a result other than 0. */
  readonly refused: number
  /** Sent and never answered. */
  readonly unanswered: number
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
export declare function startLoad(options: LoadOptions): RunningLoad
