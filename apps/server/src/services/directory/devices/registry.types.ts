/** A device that an administrator has added, as the engines see it. Rows live in the `devices` table. */
export interface RegisteredDevice {
  /** Small integer key used by tracks and recordings on disk; never reused. */
  readonly key: number
  /** Public id, at most 31 bytes of `[A-Za-z0-9._-]`. For a JT/T 808 device: its terminal number without leading zeros. */
  readonly deviceId: string
  /** Ids of the groups it is in, at least one. The first is the one that its record names. */
  readonly groups: readonly number[]
  /** Number of logical channels, 1-based. */
  readonly channels: number
  /** One `0`/`1` per channel, leftmost is channel 1. */
  readonly chmask: string
  /** -1 neither stream nor record, 0 stream only, 1 record every channel of `chmask`, 2 record the channels of `recplan`. */
  readonly recenable: -1 | 0 | 1 | 2
  readonly recplan: string
  /** One `0`/`1` per channel: 1 asks the main stream, 0 the sub stream. */
  readonly streamtype: string
  /** Days recordings are kept; 0 = the server's default. */
  readonly recdays: number
  /** Offset of the times the device sends, minutes east of UTC (the standard says GMT+8 = 480). */
  readonly utcOffsetMinutes: number
  readonly driver: string
  readonly vehicleid: string
  readonly plate: string
  readonly extid: string
  readonly icon: number
  readonly chnames: string
  readonly chsort: string
  readonly talkch: number
  /** `lat,lng` set by hand, or empty. */
  readonly maplocation: string
  readonly driverlicense: string
  /** 1: the time zone follows the position. */
  readonly gpstzenable: number
  /** Seconds between two events of a lost picture. */
  readonly videolossinterval: number
  /** -1 forbidden, 0 single source without record, 1 single with record, 2 multi without record, 3 multi with record. */
  readonly recaudio: number
  /** KB a month; 0 = unlimited. */
  readonly maxnetflow: number
  readonly netlimit: number
  /** Days events are kept; 0 = the server's default. */
  readonly eventdays: number
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
  has(groupId: number): boolean
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
