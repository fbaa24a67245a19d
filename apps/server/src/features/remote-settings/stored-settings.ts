// Belongs here: what a device keeps, read as the texts of settings. Does not: the way back (setting-items.ts), how a device is
// asked (device-parameters.ts).
import { type RemoteParameterName, remoteParameterNames } from '@fleetglass/contract/remote-settings'
import {
  type DeviceFamily,
  decodeText,
  deviceFamilies,
  readParameter,
  type SettingPlace,
  standardFamily,
  VIDEO_PARAMETER,
} from '@fleetglass/jt808'
import { decodeVideoParameter, type VideoParameterValue } from '@fleetglass/jt1078'

/** Parameters of a device by their number, items of one number joined. */
export type ParameterValues = ReadonlyMap<number, Uint8Array>

/** Where a setting lies in a family; a name of the contract that no family has does not compile. */
export function placeOf(family: DeviceFamily, name: RemoteParameterName): SettingPlace | undefined {
  return family.settings[name]
}

/** The numbers to ask for, to know what these settings are. */
export function idsOf(names: Iterable<RemoteParameterName>, family: DeviceFamily): number[] {
  return [
    ...new Set(
      [...names].flatMap((name) => {
        const place = placeOf(family, name)
        return place === undefined ? [] : numbersOf(place)
      }),
    ),
  ]
}

function numbersOf(place: SettingPlace): number[] {
  if (place.kind === 'address') return [place.id, place.portId]
  return 'id' in place ? [place.id] : [VIDEO_PARAMETER]
}

/** The family of the model, else one whose list of settings the device reports: such a list names what only that family has. */
export function familyOf(model: DeviceFamily, stored: ParameterValues): DeviceFamily {
  if (model !== standardFamily) return model
  return deviceFamilies.find((family) => (listedIn(family, stored)?.size ?? 0) > 0) ?? model
}

/** Known names in a family's own list of settings; `null` where the device reports none. Unknown names are skipped. */
function listedIn({ settingList }: DeviceFamily, stored: ParameterValues): ReadonlySet<RemoteParameterName> | null {
  const list = settingList === null ? undefined : stored.get(settingList)
  if (list === undefined) return null
  const listed = new Set(
    decodeText(list)
      .split(',')
      .map((name) => name.trim()),
  )
  return new Set(remoteParameterNames.filter((name) => listed.has(name)))
}

/** The settings a device has: those of its family that it lists, else those whose parameters it reports (RDEV-108). */
export function supportedOf(stored: ParameterValues, family: DeviceFamily): RemoteParameterName[] {
  const listed = listedIn(family, stored)
  const values = listed === null ? valuesOf(stored, family) : null
  return remoteParameterNames.filter(
    (name) => placeOf(family, name) !== undefined && (listed?.has(name) ?? values?.has(name)),
  )
}

/** What the settings are, of those that can be read. */
export function valuesOf(stored: ParameterValues, family: DeviceFamily): Map<RemoteParameterName, string> {
  const video = videoOf(stored)?.body ?? null
  const values = new Map<RemoteParameterName, string>()
  for (const name of remoteParameterNames) {
    const place = placeOf(family, name)
    const value = place === undefined ? null : valueAt(place, stored, video, family)
    if (value !== null) values.set(name, name === 'motovisadas' ? value : withoutControls(value))
  }
  return values
}

function valueAt(
  place: SettingPlace,
  stored: ParameterValues,
  video: Video['body'] | null,
  family: DeviceFamily,
): string | null {
  switch (place.kind) {
    case 'text':
      return textOf(stored, place.id)
    case 'dword':
      return numberOf(stored, place.id)
    case 'address':
      return addressOf(stored, place)
    case 'overlay':
      return video && ((video.overlayBits >> place.bit) & 1 ? '1' : '0')
    case 'liveStream':
      if (video === null) return null
      return place.field === 'sizeCode' ? sizeName(family, video.live.sizeCode) : String(video.live[place.field])
    case 'audioOutput':
      return video && (video.audioOutput ? '1' : '0')
  }
}

/** A text as the device keeps it. */
export function textOf(stored: ParameterValues, id: number): string | null {
  const bytes = stored.get(id)
  return bytes === undefined ? null : decodeText(bytes).toWellFormed()
}

/** A number as the device keeps it. */
export function numberOf(stored: ParameterValues, id: number): string | null {
  const value = stored.get(id)
  const read = value && readParameter({ id, value })
  return typeof read?.value === 'number' ? String(read.value) : null
}

export type Address = Extract<SettingPlace, { kind: 'address' }>

/** RDEV-110: a terminal up to the 2013 edition has its port beside the host. */
function addressOf(stored: ParameterValues, place: Address): string | null {
  const host = textOf(stored, place.id)
  return host !== null && isSplit(stored, place) ? `${host}:${numberOf(stored, place.portId)}` : host
}

/** Whether the port of an address stands beside it. */
export function isSplit(stored: ParameterValues, { id, portId }: Address): boolean {
  const host = textOf(stored, id)
  return host !== null && host !== '' && !host.includes(':') && numberOf(stored, portId) !== null
}

export type Video = Extract<VideoParameterValue, { name: 'video' }>

/** The audio and video structure. */
export function videoOf(stored: ParameterValues): Video | null {
  const bytes = stored.get(VIDEO_PARAMETER)
  const read = bytes && decodeVideoParameter(VIDEO_PARAMETER, bytes)
  return read?.ok && read.value.name === 'video' ? read.value : null
}

/** A code without a name is shown as it is. */
function sizeName({ liveSizes }: DeviceFamily, code: number): string {
  return Object.entries(liveSizes).find(([, one]) => one === code)?.[0] ?? String(code)
}

/** What a device reports is shown: nothing in it may steer a screen or a file. Lines of thresholds keep theirs. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '')
}
