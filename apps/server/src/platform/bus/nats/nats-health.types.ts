/** How the connection to NATS is doing, for health checks and metrics. */
export interface NatsHealth {
  readonly isConnected: boolean
  /** Since when it is as it is. */
  readonly sinceMs: number
  /** Address of the server that it is, or was last, connected to. */
  readonly server: string
  /** Sent and not confirmed by the server. */
  readonly waitingBytes: number
  /** Of messages in parts that are not whole yet. */
  readonly unfinishedBytes: number
  /** Messages that were not sent, since the start. */
  readonly refused: number
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly interruptions: number
}
