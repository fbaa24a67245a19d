/** The last fix of a device. */
export interface DevicePosition {
  /** Unix seconds UTC of the fix. */
  readonly timeS: number
  /** Degrees, WGS-84, signed. */
  readonly lat: number
  readonly lng: number
  readonly speedKmh: number
  /** Clockwise from north. */
  readonly headingDeg: number
}

/** One vehicle recorder as the console knows it; null where the server does not know either. */
export interface Device {
  readonly deviceId: string
  readonly driverName: string
  /** Shown to people as “Device Memo” (ENT-003). */
  readonly memo: string
  readonly plate: string
  readonly extId: string
  readonly driverLicence: string
  readonly online: boolean
  readonly registered: boolean
  readonly recording: boolean
  /** Unix seconds UTC; null before the first sign of life. */
  readonly statusTimeS: number | null
  /** How many channels the recorder has, available or not (ENT-010). */
  readonly channelCount: number
  /** The available channels in display order (ENT-043 … 045), numbers counted from 1. */
  readonly channels: readonly DeviceChannel[]
  readonly timezoneH: number | null
  readonly position: DevicePosition | null
  readonly mapLocation: { readonly lat: number; readonly lng: number } | null
  readonly voltageV: number | null
  readonly voltagePercent: number | null
  readonly signalPercent: number | null
  readonly satellites: number | null
  readonly health: string
  /** SD health by slot: -2 unknown, -1 no card (ENT-022, ENT-026). */
  readonly smart: readonly [number, number]
  /** Position in the list of icon types. */
  readonly icon: number
  readonly temperaturesC: readonly number[]
  readonly accOn: boolean | null
}

export interface DeviceChannel {
  readonly number: number
  readonly name: string
}
