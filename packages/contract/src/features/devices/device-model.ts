// A device as the server knows it. How the fields are spelled for clients is in `*.wire.ts`.

/** What becomes of the video of a device. */
export type VideoMode =
  /** Nothing is streamed or recorded. */
  | 'forbidden'
  | 'live-only'
  /** Every enabled channel is recorded. */
  | 'record-enabled'
  /** The channels with `record` are recorded. */
  | 'record-planned'

/** Which channels have sound, and whether it is recorded. Single: that of the talk channel only. */
export type AudioMode = 'forbidden' | 'single' | 'single-recorded' | 'multi' | 'multi-recorded'

/** One camera with its microphone. */
export interface DeviceChannel {
  /** 1 is the first. */
  readonly number: number
  /** `null`: it was given none. */
  readonly name: string | null
  /** A channel that is switched off is not there for anybody. */
  readonly enabled: boolean
  /** Part of the recording plan. */
  readonly record: boolean
  /** What is requested of the device where a viewer does not choose. */
  readonly stream: 'main' | 'sub'
  /** Follows from the device's audio mode and talk channel. */
  readonly audio: 'off' | 'live' | 'recorded'
}

/** What an administrator may change of a device. */
export interface DeviceRecord {
  readonly channels: readonly DeviceChannel[]
  /** Channel numbers in the order they are shown; those that are missing follow. */
  readonly channelOrder: readonly number[]
  readonly talkChannel: number
  readonly video: VideoMode
  readonly audio: AudioMode
  /** Days that recordings are kept; 0: the server's default. */
  readonly retentionDays: number
  /** Days that events are kept; 0: the server's default. */
  readonly eventRetentionDays: number
  readonly trafficLimit: TrafficLimit
  /** Seconds between two events of a lost picture. */
  readonly videoLossIntervalS: number
  /** The time zone that is shown is the one of the position instead of the device's own. */
  readonly timeZoneFollowsPosition: boolean
  readonly driver: string
  readonly driverLicence: string
  /** Free text of the vehicle, shown as Device Memo. */
  readonly memo: string
  readonly plate: string
  /** The id that another system knows the device by. */
  readonly externalId: string
  readonly icon: number
  /** Latitude and longitude as they were typed, or empty. */
  readonly mapLocation: string
}

export interface TrafficLimit {
  readonly enforced: boolean
  /** KB a month; 0: no limit. */
  readonly kbPerMonth: number
}

/** Whether a device has this channel and it is switched on. */
export function hasChannel(device: Pick<DeviceRecord, 'channels'>, channel: number): boolean {
  return device.channels[channel - 1]?.enabled ?? false
}

export function audioOfChannel(mode: AudioMode, talkChannel: number, channel: number): DeviceChannel['audio'] {
  if (mode === 'forbidden') return 'off'
  const isSingle = mode === 'single' || mode === 'single-recorded'
  if (isSingle && channel !== talkChannel) return 'off'
  return mode === 'single-recorded' || mode === 'multi-recorded' ? 'recorded' : 'live'
}

/** Whether the server records channels of this device. */
export function isRecorded({ video }: Pick<DeviceRecord, 'video'>): boolean {
  return video === 'record-enabled' || video === 'record-planned'
}

/** Bytes that a device may use in a month; `null`: no limit. */
export function monthLimitBytes({ trafficLimit }: Pick<DeviceRecord, 'trafficLimit'>): number | null {
  return trafficLimit.enforced && trafficLimit.kbPerMonth > 0 ? trafficLimit.kbPerMonth * 1024 : null
}
