/** A device's connection as it stands. Times: unix ms. */
export interface ConnectedDevice {
  readonly deviceId: string
  readonly registered: boolean
  readonly address: string
  readonly port: number
  readonly beganAtMs: number
  readonly receivedAtMs: number
  /** `null`: nothing was sent yet. */
  readonly sentAtMs: number | null
  /** Edition of JT/T 808; empty before the first frame. */
  readonly edition: string
  /** Messages since the connection was made. */
  readonly heartbeats: number
  readonly positions: number
  readonly alarms: number
  readonly others: number
  /** Commands whose answer is awaited. */
  readonly commandsWaiting: number
}
