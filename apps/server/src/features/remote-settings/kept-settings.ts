// Belongs here: what a device keeps, read as the texts of settings. Does not: the way back (setting-items.ts), how a device is
// asked (device-parameters.ts).
import { type RemoteParameterName, remoteParameterNames } from '@fleetglass/contract/remote-settings'
import {
  decodeText,
  LIVE_SIZES,
  readParameter,
  SETTABLE_PARAMETER,
  SETTING_PLACES,
  type SettingPlace,
  VIDEO_PARAMETER,
} from '@fleetglass/jt808'
import { decodeVideoParameter, type VideoParameterValue } from '@fleetglass/jt1078'

/** Parameters of a device by their number, items of one number joined. */
export type Kept = ReadonlyMap<number, Uint8Array>

/** Where each setting of the contract lies: a name that one side lacks does not compile. */
export const places: Readonly<Record<RemoteParameterName, SettingPlace>> = SETTING_PLACES

/** Numbers of our own begin here. */
const FIRST_OWN = SETTABLE_PARAMETER

/** The numbers to ask for, to know what these settings are. */
export function idsOf(names: Iterable<RemoteParameterName>): number[] {
  return [...new Set([...names].flatMap((name) => numbersOf(places[name])))]
}

function numbersOf(place: SettingPlace): number[] {
  if (place.kind === 'address') return [place.id, place.portId]
  return 'id' in place ? [place.id] : [VIDEO_PARAMETER]
}

/**
 * The settings a device supports: those it lists in 0xF000, else those of the standard that it has (RDEV-108). A name that
 * nobody knows is passed over.
 */
export function supportedOf(kept: Kept): RemoteParameterName[] {
  const list = kept.get(SETTABLE_PARAMETER)
  if (list === undefined) {
    const values = valuesOf(kept)
    return remoteParameterNames.filter(
      (name) => values.has(name) && numbersOf(places[name]).every((id) => id < FIRST_OWN),
    )
  }
  const listed = new Set(
    decodeText(list)
      .split(',')
      .map((name) => name.trim()),
  )
  return remoteParameterNames.filter((name) => listed.has(name))
}

/** What the settings are, of those that can be read. */
export function valuesOf(kept: Kept): Map<RemoteParameterName, string> {
  const video = videoOf(kept)?.body ?? null
  const values = new Map<RemoteParameterName, string>()
  for (const name of remoteParameterNames) {
    const value = valueAt(places[name], kept, video)
    if (value !== null) values.set(name, name === 'motovisadas' ? value : withoutControls(value))
  }
  return values
}

function valueAt(place: SettingPlace, kept: Kept, video: Video['body'] | null): string | null {
  switch (place.kind) {
    case 'text':
      return textOf(kept, place.id)
    case 'dword':
      return numberOf(kept, place.id)
    case 'address':
      return addressOf(kept, place)
    case 'overlay':
      return video && ((video.overlayBits >> place.bit) & 1 ? '1' : '0')
    case 'liveStream':
      if (video === null) return null
      return place.field === 'sizeCode' ? sizeName(video.live.sizeCode) : String(video.live[place.field])
    case 'audioOutput':
      return video && (video.audioOutput ? '1' : '0')
  }
}

/** A text as the device keeps it. */
export function textOf(kept: Kept, id: number): string | null {
  const bytes = kept.get(id)
  return bytes === undefined ? null : decodeText(bytes).toWellFormed()
}

/** A number as the device keeps it. */
export function numberOf(kept: Kept, id: number): string | null {
  const value = kept.get(id)
  const read = value && readParameter({ id, value })
  return typeof read?.value === 'number' ? String(read.value) : null
}

export type Address = Extract<SettingPlace, { kind: 'address' }>

/** RDEV-110: a terminal up to the 2013 edition has its port beside the host. */
function addressOf(kept: Kept, place: Address): string | null {
  const host = textOf(kept, place.id)
  return host !== null && isSplit(kept, place) ? `${host}:${numberOf(kept, place.portId)}` : host
}

/** Whether the port of an address stands beside it. */
export function isSplit(kept: Kept, { id, portId }: Address): boolean {
  const host = textOf(kept, id)
  return host !== null && host !== '' && !host.includes(':') && numberOf(kept, portId) !== null
}

export type Video = Extract<VideoParameterValue, { name: 'video' }>

/** The audio and video structure. */
export function videoOf(kept: Kept): Video | null {
  const bytes = kept.get(VIDEO_PARAMETER)
  const read = bytes && decodeVideoParameter(VIDEO_PARAMETER, bytes)
  return read?.ok && read.value.name === 'video' ? read.value : null
}

/** Resolutions that a device may tell and that are none of those to choose from (JT/T 1078, table 3). */
const OTHER_SIZES = { QCIF: 0, WCIF: 2, D1: 3, WD1: 4, '1080P': 6 } as const

/** A code without a name is told as it is. */
function sizeName(code: number): string {
  const names = Object.entries({ ...LIVE_SIZES, ...OTHER_SIZES })
  return names.find(([, one]) => one === code)?.[0] ?? String(code)
}

/** What a device tells is shown: nothing in it may steer a screen or a file. Lines of thresholds keep theirs. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '')
}
