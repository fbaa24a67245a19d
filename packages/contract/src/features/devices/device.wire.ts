// How the device model is spelled in the lists of the main channel: bit strings, and names and numbers between commas.
import type { AudioMode, DeviceChannel, DeviceRecord, VideoMode } from './device-model.ts'
import type { ExtraInfo } from './devices.schema.ts'

/** One `0` or `1` a channel, leftmost is channel 1. */
export function printFlags(flags: readonly boolean[]): string {
  return flags.map((flag) => (flag ? '1' : '0')).join('')
}

/** Any other character than `1` is off. */
export function parseFlags(text: string): boolean[] {
  return Array.from(text, (character) => character === '1')
}

/** `chmask` of a list row. */
export function printEnabled(channels: readonly DeviceChannel[]): string {
  return printFlags(channels.map(({ enabled }) => enabled))
}

/** Names up to the last channel that was given one. */
export function printNames(channels: readonly DeviceChannel[]): string[] {
  const count = channels.findLastIndex(({ name }) => name !== null) + 1
  return channels.slice(0, count).map(({ name }) => name ?? '')
}

const videoModes: Readonly<Record<VideoMode, -1 | 0 | 1 | 2>> = {
  forbidden: -1,
  'live-only': 0,
  'record-enabled': 1,
  'record-planned': 2,
}
const audioModes: Readonly<Record<AudioMode, number>> = {
  forbidden: -1,
  single: 0,
  'single-recorded': 1,
  multi: 2,
  'multi-recorded': 3,
}

/** `recenable`. */
export function printVideoMode(mode: VideoMode): -1 | 0 | 1 | 2 {
  return videoModes[mode]
}

export function parseVideoMode(value: -1 | 0 | 1 | 2): VideoMode {
  return keyOf(videoModes, value)
}

/** `recaudio`. */
export function printAudioMode(mode: AudioMode): number {
  return audioModes[mode]
}

export function parseAudioMode(value: number): AudioMode {
  return keyOf(audioModes, value)
}

export function printExtraInfo(device: DeviceRecord): ExtraInfo {
  return {
    icon: device.icon,
    chsort: [...device.channelOrder],
    chnames: printNames(device.channels),
    plate: device.plate,
    talkch: device.talkChannel,
    extid: device.externalId,
  }
}

function keyOf<T extends string>(values: Readonly<Record<T, number>>, value: number): T {
  const key = (Object.keys(values) as T[]).find((name) => values[name] === value)
  // The schemas of the contract let no other value through.
  if (key === undefined) throw new RangeError(`${value} is none of ${Object.values(values).join(', ')}`)
  return key
}
