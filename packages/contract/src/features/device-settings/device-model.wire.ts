// The record of a device as D03, D04, D16 and their HTTP calls spell it.
import {
  audioOfChannel,
  type DeviceChannel,
  type DeviceRecord,
  parseAudioMode,
  parseFlags,
  parseVideoMode,
  printAudioMode,
  printEnabled,
  printFlags,
  printNames,
  printVideoMode,
} from '../devices/index.ts'
import type { DeviceSettings } from './device-settings.wire.ts'

/** In the order in which clients have always received the fields. */
export function printSettings(device: DeviceRecord): DeviceSettings {
  const { channels, trafficLimit } = device
  return {
    chmask: printEnabled(channels),
    recplan: printFlags(channels.map(({ record }) => record)),
    streamtype: printFlags(channels.map(({ stream }) => stream === 'main')),
    recdays: device.retentionDays,
    driver: device.driver,
    vehicleid: device.memo,
    plate: device.plate,
    extid: device.externalId,
    icon: device.icon,
    chnames: printNames(channels).join(','),
    chsort: device.channelOrder.join(','),
    talkch: device.talkChannel,
    maplocation: device.mapLocation,
    driverlicense: device.driverLicence,
    gpstzenable: device.timeZoneFollowsPosition ? 1 : 0,
    videolossinterval: device.videoLossIntervalS,
    recaudio: printAudioMode(device.audio),
    maxnetflow: trafficLimit.kbPerMonth,
    netlimit: trafficLimit.enforced ? 1 : 0,
    eventdays: device.eventRetentionDays,
    recenable: printVideoMode(device.video),
    channel: channels.length,
  }
}

/** Of a record whose parts fit together (`applyChange`). */
export function parseSettings(settings: DeviceSettings): DeviceRecord {
  const audio = parseAudioMode(settings.recaudio)
  return {
    channels: parseChannels(settings, audio),
    channelOrder: settings.chsort === '' ? [] : settings.chsort.split(',').map(Number),
    talkChannel: settings.talkch,
    video: parseVideoMode(settings.recenable),
    audio,
    retentionDays: settings.recdays,
    eventRetentionDays: settings.eventdays,
    trafficLimit: { enforced: settings.netlimit === 1, kbPerMonth: settings.maxnetflow },
    videoLossIntervalS: settings.videolossinterval,
    timeZoneFollowsPosition: settings.gpstzenable === 1,
    driver: settings.driver,
    driverLicence: settings.driverlicense,
    memo: settings.vehicleid,
    plate: settings.plate,
    externalId: settings.extid,
    icon: settings.icon,
    mapLocation: settings.maplocation,
  }
}

function parseChannels(settings: DeviceSettings, audio: DeviceRecord['audio']): DeviceChannel[] {
  const names = settings.chnames === '' ? [] : settings.chnames.split(',')
  const [enabled, record, main] = [settings.chmask, settings.recplan, settings.streamtype].map(parseFlags)
  return Array.from({ length: settings.channel }, (_, index) => ({
    number: index + 1,
    name: names[index] ?? null,
    enabled: enabled?.[index] ?? true,
    record: record?.[index] ?? true,
    stream: main?.[index] ? 'main' : 'sub',
    audio: audioOfChannel(audio, settings.talkch, index + 1),
  }))
}
