import type { DeviceRecord } from '@fleetglass/contract/devices'

/** A device that an administrator has added. Rows live in the tables `devices`, `device_channels` and `device_groups`. */
export interface RegisteredDevice extends DeviceRecord {
  /** Small integer key used by tracks and recordings on disk; never reused. */
  readonly key: number
  /** Public id, at most 31 bytes of `[A-Za-z0-9._-]`. For a JT/T 808 device: its terminal number without leading zeros. */
  readonly deviceId: string
  /** Ids of the groups it is in, at least one. The first is the one that its record names. */
  readonly groups: readonly number[]
  /** Offset of the times the device sends, minutes east of UTC (the standard says GMT+8 = 480). */
  readonly utcOffsetMinutes: number
}

/** The settings of a device, without its names and its groups. */
export type Settings = Omit<RegisteredDevice, 'key' | 'deviceId' | 'groups'>

/** Who a device's driver was from a time on, until the next one. */
export interface DriverTerm {
  readonly sinceS: number
  readonly driver: string
}

/** Who may speak to us. Synchronous lookups: the gateway asks for every connection, the recorder for every device. */
export interface DeviceRegistry {
  byId(deviceId: string): RegisteredDevice | undefined
  byKey(key: number): RegisteredDevice | undefined
  all(): Iterable<RegisteredDevice>
  readonly size: number
  /** Raised when a device is registered, removed or edited: `V` of the list replies. */
  readonly version: number
  /** Called after the change is on disk. */
  onChange(listener: (change: RegistryChange) => void): { close(): void }
}

export type RegistryChange =
  | { readonly kind: 'added' | 'edited'; readonly device: RegisteredDevice }
  | { readonly kind: 'removed'; readonly device: RegisteredDevice }

/** The groups of users and devices. */
export interface GroupTree {
  readonly rootId: number
  readonly size: number
  has(groupId: number): boolean
  get(groupId: number): DeviceGroup | undefined
  /** The group, its parent, and so on up to the root; empty for one that does not exist. */
  pathOf(groupId: number): readonly number[]
  /** Whether `other` is this group or lies below it. */
  contains(groupId: number, other: number): boolean
  childrenOf(groupId: number): readonly DeviceGroup[]
  /** This group and every one below it. */
  below(groupId: number): readonly DeviceGroup[]
}

export interface DeviceGroup {
  readonly id: number
  /** `null`: the root. */
  readonly parentId: number | null
  readonly name: string
}
