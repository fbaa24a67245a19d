// A device as rows of `devices` and `device_channels`.
import { audioOfChannel, type DeviceChannel } from '@fleetglass/contract/devices'
import type { RegisteredDevice, Settings } from './registry.types.ts'

export interface DeviceTable {
  key: number
  device_id: string
  removed_s: number | null
  utc_offset_minutes: number
  talk_channel: number
  video: string
  audio: string
  retention_days: number
  event_retention_days: number
  traffic_limit_enforced: number
  traffic_limit_kb: number
  video_loss_interval_s: number
  time_zone_follows_position: number
  driver: string
  driver_licence: string
  memo: string
  plate: string
  external_id: string
  icon: number
  map_location: string
}

export interface ChannelTable {
  device_key: number
  number: number
  name: string | null
  enabled: number
  record: number
  stream: string
  position: number | null
}

/** The columns of `devices` that a change of settings touches. */
export function toColumns(change: Partial<Settings>): Partial<DeviceTable> {
  const { trafficLimit, timeZoneFollowsPosition } = change
  const columns = {
    utc_offset_minutes: change.utcOffsetMinutes,
    talk_channel: change.talkChannel,
    video: change.video,
    audio: change.audio,
    retention_days: change.retentionDays,
    event_retention_days: change.eventRetentionDays,
    traffic_limit_enforced: trafficLimit && Number(trafficLimit.enforced),
    traffic_limit_kb: trafficLimit?.kbPerMonth,
    video_loss_interval_s: change.videoLossIntervalS,
    time_zone_follows_position: timeZoneFollowsPosition === undefined ? undefined : Number(timeZoneFollowsPosition),
    driver: change.driver,
    driver_licence: change.driverLicence,
    memo: change.memo,
    plate: change.plate,
    external_id: change.externalId,
    icon: change.icon,
    map_location: change.mapLocation,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

export function toChannelRows(
  key: number,
  { channels, channelOrder }: Pick<Settings, 'channels' | 'channelOrder'>,
): ChannelTable[] {
  return channels.map(({ number, name, enabled, record, stream }) => {
    const position = channelOrder.indexOf(number)
    return {
      device_key: key,
      number,
      name,
      enabled: Number(enabled),
      record: Number(record),
      stream,
      position: position < 0 ? null : position,
    }
  })
}

/** `rows`: its channels by number. */
export function toDevice(row: DeviceTable, rows: readonly ChannelTable[], groups: readonly number[]): RegisteredDevice {
  const [video, audio] = [row.video as Settings['video'], row.audio as Settings['audio']]
  const ordered = rows.filter(({ position }) => position !== null)
  return {
    key: row.key,
    deviceId: row.device_id,
    groups,
    utcOffsetMinutes: row.utc_offset_minutes,
    channels: rows.map(({ number, name, enabled, record, stream }) => ({
      number,
      name,
      enabled: enabled === 1,
      record: record === 1,
      stream: stream as DeviceChannel['stream'],
      audio: audioOfChannel(audio, row.talk_channel, number),
    })),
    channelOrder: ordered.sort((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(({ number }) => number),
    talkChannel: row.talk_channel,
    video,
    audio,
    retentionDays: row.retention_days,
    eventRetentionDays: row.event_retention_days,
    trafficLimit: { enforced: row.traffic_limit_enforced === 1, kbPerMonth: row.traffic_limit_kb },
    videoLossIntervalS: row.video_loss_interval_s,
    timeZoneFollowsPosition: row.time_zone_follows_position === 1,
    driver: row.driver,
    driverLicence: row.driver_licence,
    memo: row.memo,
    plate: row.plate,
    externalId: row.external_id,
    icon: row.icon,
    mapLocation: row.map_location,
  }
}
