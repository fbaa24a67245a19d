import type { DeviceFix } from '../../ports/device-state/index.ts'

/** Live state of one device, registered or not. The fleet is its only owner; everyone else reads. */
export interface LiveDevice {
  readonly deviceId: string
  readonly registered: boolean
  readonly online: boolean
  /** Unix seconds of the connection that is open; 0 while offline. */
  readonly onlineSinceS: number
  /** Unix seconds of the last sign of life or change of state; 0 when there never was one. */
  readonly statusTimeS: number
  readonly fix: LiveFix | null
  readonly accOn: boolean | null
  readonly voltageDecivolt: number | null
  readonly voltagePercent: number | null
  /** Radio signal, percent. */
  readonly signalPercent: number | null
  readonly satellites: number | null
  readonly temperaturesDecidegree: readonly number[]
  /** Percent, or which parts the device reports as faulty; empty while it has reported nothing. */
  readonly health: string
  /** The newest position has the alarm bit of a faulty camera; it does not say which. */
  readonly hasCameraFault: boolean
  /** Health of the card in each slot: percent, -1 no card, -2 not known. */
  readonly smart: readonly [number, number]
  /** Channels without picture (bit n-1 is channel n), and when it was reported, unix seconds; null while it has reported nothing of it. */
  readonly videoLoss: { readonly channelBits: number; readonly atS: number } | null
  /** Seconds that the clock of the device is ahead of the server's, and when that was seen (unix seconds); null while it has sent no position. */
  readonly clockOffsetS: number | null
  readonly clockSeenS: number
  /** At least one channel is being recorded by this server. */
  readonly recording: boolean
  /** Rises with every change of this row, over the whole fleet: "changed since" is a comparison. */
  readonly revision: number
}

export type LiveFix = DeviceFix

export interface Fleet {
  get(deviceId: string): LiveDevice | undefined
  all(): Iterable<LiveDevice>
  readonly revision: number
  /** Each place that a device reports, as it comes; an older one than is shown is left out. */
  onFix(deviceId: string, listener: (fix: LiveFix) => void): { close(): void }
  /**
   * Each device that comes online or goes offline: services with work for each channel need only these. "Offline" comes at once, so
   * that it never ends what was asked for on the connection after; "online" comes with the notice, when the device has its answer.
   */
  onOnlineChange(listener: (deviceId: string, online: boolean) => void): { close(): void }
  /** Called at most every 250 ms with the devices that changed since, merged by device. */
  onChange(listener: (changed: readonly LiveDevice[]) => void): { close(): void }
}
