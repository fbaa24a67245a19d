// Belongs here: texts of settings as items of one 0x8103, so that everything beside them stays as the device keeps it. Does
// not: what a text may be (the contract).
import { AppError } from '@fleetglass/contract/errors'
import {
  isThreshold,
  type RemoteParameterName,
  thresholdLines,
  withThresholds,
} from '@fleetglass/contract/remote-settings'
import { type DeviceFamily, decodeText, encodeText, type Parameter, textItems, writeParameter } from '@fleetglass/jt808'
import { encodeVideoParameter } from '@fleetglass/jt1078'
import {
  type Address,
  idsOf,
  isSplit,
  numberOf,
  type ParameterValues,
  placeOf,
  textOf,
  type Video,
  videoOf,
} from './stored-settings.ts'

export type Values = ReadonlyMap<RemoteParameterName, string>

/** The numbers that must be known before these settings can be written, because they are a part of what is kept there. */
export function idsBefore(names: Iterable<RemoteParameterName>, family: DeviceFamily): number[] {
  const parts = [...names].filter(
    (name) => name === 'motovisadas' || !['text', 'dword'].includes(placeOf(family, name)?.kind ?? 'text'),
  )
  // The form of the second server is that of the first.
  return idsOf(parts.includes('net_2ndserver') ? [...parts, 'net_server'] : parts, family)
}

export type Items =
  | { readonly ok: true; readonly items: readonly Parameter[] }
  | { readonly ok: false; readonly error: AppError }

/** The settings as items of one 0x8103. `kept`: what `idsBefore` names, so that everything else there stays as it is. */
export function itemsOf(values: Values, stored: ParameterValues, family: DeviceFamily): Items {
  const items: Parameter[] = []
  for (const [name, text] of values) {
    const written = writeText(name, text, stored, values, family)
    if (!written.ok) return written
    items.push(...written.items)
  }
  const video = writeVideo(values, stored, family)
  if (!video.ok) return video
  items.push(...video.items)
  // All settings at their longest are about 80 items, of the 255 that one 0x8103 can carry.
  return { ok: true, items }
}

/** Why a setting is not sent. */
export const noSuchSetting = (name: RemoteParameterName): AppError => new AppError('setting-missing', { setting: name })

const bad = (error: AppError): Items => ({ ok: false, error })
const nothing: Items = { ok: true, items: [] }

function writeText(
  name: RemoteParameterName,
  text: string,
  stored: ParameterValues,
  values: Values,
  family: DeviceFamily,
): Items {
  const place = placeOf(family, name)
  switch (place?.kind) {
    case undefined:
      return bad(noSuchSetting(name))
    case 'text': {
      const whole = name === 'motovisadas' ? withThresholds(textOf(stored, place.id) ?? '', thresholdsIn(text)) : text
      if (decodeText(encodeText(whole)) !== whole) return bad(new AppError('setting-characters', { setting: name }))
      const items = textItems(place.id, whole)
      return items === null ? bad(new AppError('setting-too-long', { setting: name })) : { ok: true, items }
    }
    case 'dword':
      return { ok: true, items: [writeParameter(place.id, Number(text))] }
    case 'address':
      return name === 'net_server'
        ? writeServer(place, text, stored)
        : writeSecondServer(place, text, stored, values, family)
    default:
      // A part of the audio and video structure: all of them are written together.
      return nothing
  }
}

/** The thresholds that are known: what else stands in the text is the device's own and is kept as it keeps it (RDEV-105). */
function thresholdsIn(text: string): Map<string, string> {
  const known = thresholdLines(text).filter(({ key }) => isThreshold(key))
  return new Map(known.map(({ key, value }) => [key, value]))
}

/** RDEV-110, in the form in which the device keeps it now. */
function writeServer(place: Address, text: string, stored: ParameterValues): Items {
  if (!isSplit(stored, place)) return { ok: true, items: [writeParameter(place.id, text)] }
  const [host = '', port = ''] = text.split(':')
  return { ok: true, items: [writeParameter(place.id, host), writeParameter(place.portId, Number(port))] }
}

/** RDEV-111. Up to the 2013 edition both servers have one port: another one would take the first server from the device. */
function writeSecondServer(
  place: Address,
  text: string,
  stored: ParameterValues,
  values: Values,
  family: DeviceFamily,
): Items {
  if (!isSplit(stored, placeOf(family, 'net_server') as Address))
    return { ok: true, items: [writeParameter(place.id, text)] }
  const [host = '', port = ''] = text.split(':')
  const shared = values.get('net_server')?.split(':')[1] ?? numberOf(stored, place.portId)
  if (port !== shared) return bad(new AppError('setting-shared-port', { port: shared ?? '' }))
  return { ok: true, items: [writeParameter(place.id, host)] }
}

/** RDEV-113, RDEV-114: the parts that change, in what the device keeps. */
function writeVideo(values: Values, stored: ParameterValues, family: DeviceFamily): Items {
  const parts = [...values].filter(([name]) => !('id' in (placeOf(family, name) ?? { id: 0 })))
  if (parts.length === 0) return nothing
  const size = values.get('enc_sres')
  if (size !== undefined && family.liveSizes[size] === undefined) {
    return bad(new AppError('setting-resolution', { size }))
  }
  const before = videoOf(stored)
  if (before === null) return bad(new AppError('video-settings-unknown'))
  const { parameterId, value } = encodeVideoParameter(
    parts.reduce((video, part) => withPart(video, part, family), before),
  )
  return { ok: true, items: [{ id: parameterId, value }] }
}

function withPart(video: Video, [name, text]: readonly [RemoteParameterName, string], family: DeviceFamily): Video {
  const place = placeOf(family, name)
  const { body } = video
  switch (place?.kind) {
    case 'overlay': {
      const bit = 1 << place.bit
      return {
        ...video,
        body: { ...body, overlayBits: text === '1' ? body.overlayBits | bit : body.overlayBits & ~bit },
      }
    }
    case 'liveStream': {
      const value = place.field === 'sizeCode' ? (family.liveSizes[text] ?? 0) : Number(text)
      return { ...video, body: { ...body, live: { ...body.live, [place.field]: value } } }
    }
    case 'audioOutput':
      return { ...video, body: { ...body, audioOutput: text === '1' } }
    default:
      return video
  }
}
