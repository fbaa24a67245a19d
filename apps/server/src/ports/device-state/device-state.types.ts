import type {
  ConnectionChange,
  DeviceReport,
  IdentityReport,
  RecordingChange,
  UpgradeReport,
} from './device-state.schema.ts'

/** What can be published of a device, by kind. */
export interface DeviceChanges {
  /** The device's connection began or ended. */
  readonly connection: ConnectionChange
  /** A position or status came in. Read models follow it; the position itself is stored where it arrived. */
  readonly report: DeviceReport
  /** What the device says it is. It is acknowledged to the device when a subscriber has stored it. */
  readonly identity: IdentityReport
  /** The device says how its upgrade ended. Stored like an identity. */
  readonly upgrade: UpgradeReport
  /** At least one channel of the device is being recorded, or none any more. */
  readonly recording: RecordingChange
}

export type ChangeKind = keyof DeviceChanges

/** State of devices, from the nodes that hold their connections to the services that keep it. */
export interface DeviceState {
  /**
   * Never waits, and keeps the order of the changes of a device. `null`: nothing of it has to be stored. A promise resolves when
   * a subscriber has stored it, and rejects when it was not stored: then the device is not acknowledged and sends it again.
   */
  publish<Kind extends ChangeKind>(deviceId: string, kind: Kind, change: DeviceChanges[Kind]): Promise<void> | null
  /** Every change of this kind, of all devices or of one. */
  subscribe<Kind extends ChangeKind>(filter: ChangeFilter<Kind>, receive: ChangeReceiver<Kind>): { close(): void }
}

export interface ChangeFilter<Kind extends ChangeKind> {
  readonly kind: Kind
  /** Left out: all devices. */
  readonly deviceId?: string
}

/** Answers `null` when there is nothing to store, else a promise that ends when it is stored. */
export type ChangeReceiver<Kind extends ChangeKind> = (
  deviceId: string,
  change: DeviceChanges[Kind],
) => Promise<void> | null

/** Kinds that exactly one subscriber stores before the device is acknowledged. */
export const STORED_KINDS: ReadonlySet<ChangeKind> = new Set(['identity', 'upgrade'])
