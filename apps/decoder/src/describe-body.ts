import { attempt, digitsToBcd, type Result } from '@fleetglass/bytes'
import {
  alarmNames,
  decodeBody,
  decodePeripheralInformation,
  decodePeripheralStates,
  decodeTachographBlock,
  kmhFromKnots,
  localTimeS,
  type Message,
  type Parameter,
  PERIPHERAL_INFORMATION,
  PERIPHERAL_STATE,
  type Position,
  readParameter,
  readSafetySettings,
  readShortItems,
  type ShortReport,
  statusNames,
  type TachographWay,
  type Version,
} from '@fleetglass/jt808'
import { decodeSignalling, decodeVideoParameter } from '@fleetglass/jt1078'
import { describeItems } from './describe-items.ts'
import { humanValue, type Json } from './human-values.ts'

/** A body of JT/T 808 or JT/T 1078 as JSON. `zoneMinutes` is the zone the device keeps its time in. */
export function describeBody(
  messageId: number,
  version: Version,
  body: Uint8Array,
  zoneMinutes: number,
): Result<{ readonly name: string; readonly body: Json }> {
  const decoded = decodeBody(messageId, version, body)
  if (!decoded.ok) return decoded
  if (decoded.value.name === 'unknown') {
    const signalling = decodeSignalling(messageId, body)
    if (signalling && !signalling.ok) return signalling
    if (signalling) {
      const { name, body: fields, extra } = signalling.value
      return { ok: true, value: { name, body: withExtra(humanValue(fields), extra) } }
    }
  }
  const message = decoded.value
  const extra = message.name === 'unknown' ? undefined : message.extra
  return attempt(() => ({ name: message.name, body: withExtra(describeMessage(message, zoneMinutes), extra) }))
}

/** The number of a message as it is written in the standards. */
export function describeNumber(messageId: number): string {
  return `0x${messageId.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A whole short report: it has neither an edition nor the zone of a device. */
export function describeShortReport(report: ShortReport): { readonly [key: string]: Json } {
  const {
    messageId,
    attributes: _,
    terminal,
    serial,
    timeUtc,
    latMinuteE4,
    lngMinuteE4,
    speedKnots,
    items,
    extra,
    ...others
  } = report
  return {
    messageId: describeNumber(messageId),
    terminalId: terminal.id,
    serial,
    name: 'shortReport',
    body: {
      timeUtc: isoTime(localTimeS(digitsToBcd(timeUtc)), 0),
      lat: degrees(latMinuteE4),
      lng: degrees(lngMinuteE4),
      speedKmh: Math.round(kmhFromKnots(speedKnots) * 10) / 10,
      ...(humanValue(others) as { [key: string]: Json }),
      items: humanValue({ ...readShortItems(items), entries: items }),
      ...(extra.length > 0 && { extra: humanValue(extra) }),
    },
  }
}

/** A position as a person reads it. */
export function describePosition(position: Position, zoneMinutes: number): { readonly [key: string]: Json } {
  return {
    timeUtc: isoTime(position.localTimeS, zoneMinutes),
    lat: position.latE6 / 1e6,
    lng: position.lngE6 / 1e6,
    speedKmh: position.speedDkmh / 10,
    headingDeg: position.headingDeg,
    altitudeM: position.altitudeM,
    alarms: alarmNames(position.alarmBits),
    status: statusNames(position.statusBits),
    items: describeItems(position.items, position.statusBits),
  }
}

function describeMessage(message: Message, zoneMinutes: number): Json {
  switch (message.name) {
    case 'position':
      return describePosition(message.body, zoneMinutes)
    case 'positionAnswer':
    case 'vehicleControlAnswer': {
      const { answeredSerial, position } = message.body
      return { answeredSerial, ...describePosition(position, zoneMinutes) }
    }
    case 'positionBatch':
      return {
        kind: message.body.kind,
        positions: message.body.entries.map(({ position }) => describePosition(position, zoneMinutes)),
      }
    case 'trackerReport':
      return message.body.kind === 'battery'
        ? humanValue(message.body)
        : {
            kind: message.body.kind,
            positions: message.body.entries.map(({ position }) => describePosition(position, zoneMinutes)),
          }
    case 'mediaData': {
      const { position, ...others } = message.body
      return {
        ...(humanValue(others) as { [key: string]: Json }),
        position: position ? describePosition(position, zoneMinutes) : null,
      }
    }
    case 'mediaList':
      return {
        answeredSerial: message.body.answeredSerial,
        media: message.body.media.map(({ position, ...others }) => ({
          ...others,
          position: describePosition(position, zoneMinutes),
        })),
      }
    case 'parameters':
      return {
        answeredSerial: message.body.answeredSerial,
        parameters: message.body.parameters.map(describeParameter),
      }
    case 'parameterSetting':
      return { parameters: message.body.parameters.map(describeParameter) }
    case 'transparentUp':
      return describeTransparent(message.body)
    case 'tachographData':
      return describeTachograph(message.body, 'up')
    case 'tachographRequest':
    case 'tachographSetting':
      return describeTachograph(message.body, 'down')
    default:
      return humanValue(message.body)
  }
}

function describeParameter(parameter: Parameter): Json {
  const id = `0x${parameter.id.toString(16).padStart(4, '0')}`
  const reading = readParameter(parameter)
  if (reading.name !== null) return { id, name: reading.name, value: humanValue(reading.value) }
  const video = decodeVideoParameter(parameter.id, parameter.value)
  if (video?.ok) return { id, name: video.value.name, value: humanValue(video.value.body) }
  const safety = readSafetySettings(parameter)
  if (safety?.ok) return { id, name: safety.value.name, value: humanValue(safety.value.value) }
  return { id, value: humanValue(parameter.value) }
}

function describeTachograph(body: { readonly block: Uint8Array }, way: TachographWay): Json {
  const block = decodeTachographBlock(body.block, way)
  return humanValue(block.ok ? { ...body, block: block.value } : body)
}

function describeTransparent(body: { readonly kind: number; readonly data: Uint8Array }): Json {
  if (body.kind === PERIPHERAL_STATE) {
    const states = decodePeripheralStates(body.data)
    if (states.ok) return { kind: body.kind, peripherals: humanValue(states.value) }
  }
  if (body.kind === PERIPHERAL_INFORMATION) {
    const information = decodePeripheralInformation(body.data)
    if (information.ok) return { kind: body.kind, peripherals: humanValue(information.value) }
  }
  return humanValue(body)
}

function degrees(minuteE4: number): number {
  return Math.round((minuteE4 / 60) * 100) / 1e6
}

function isoTime(localTimeS: number | null, zoneMinutes: number): string | null {
  return localTimeS === null ? null : new Date((localTimeS - zoneMinutes * 60) * 1000).toISOString()
}

function withExtra(body: Json, extra: Uint8Array | undefined): Json {
  return extra ? { ...(body as { [key: string]: Json }), extra: humanValue(extra) } : body
}
