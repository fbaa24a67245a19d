import { attempt, ByteReader, ByteWriter } from '@fleetglass/bytes'
import type { Parameter } from '../shapes/parameter-list.ts'
import { decodeText, encodeText } from '../text.ts'

/** How the value of a parameter is written. */
export type ParameterKind = 'dword' | 'word' | 'byte' | 'text'

/** The type of each parameter of JT/T 808-2013, table 12, and of -2019; names carry units where there is one. */
export const PARAMETERS: Readonly<Record<number, readonly [name: string, kind: ParameterKind]>> = {
  1: ['heartbeatIntervalS', 'dword'],
  2: ['tcpAnswerTimeoutS', 'dword'],
  3: ['tcpResends', 'dword'],
  4: ['udpAnswerTimeoutS', 'dword'],
  5: ['udpResends', 'dword'],
  6: ['smsAnswerTimeoutS', 'dword'],
  7: ['smsResends', 'dword'],
  16: ['mainServerApn', 'text'],
  17: ['mainServerUser', 'text'],
  18: ['mainServerPassword', 'text'],
  19: ['mainServerAddress', 'text'],
  20: ['backupServerApn', 'text'],
  21: ['backupServerUser', 'text'],
  22: ['backupServerPassword', 'text'],
  23: ['backupServerAddress', 'text'],
  24: ['serverTcpPort', 'dword'],
  25: ['serverUdpPort', 'dword'],
  26: ['cardServerAddress', 'text'],
  27: ['cardServerTcpPort', 'dword'],
  28: ['cardServerUdpPort', 'dword'],
  29: ['cardServerBackupAddress', 'text'],
  32: ['reportBy', 'dword'],
  33: ['reportPlan', 'dword'],
  34: ['reportIntervalWithoutDriverS', 'dword'],
  35: ['secondaryServerApn', 'text'],
  36: ['secondaryServerUser', 'text'],
  37: ['secondaryServerPassword', 'text'],
  38: ['secondaryServerAddress', 'text'],
  39: ['reportIntervalAsleepS', 'dword'],
  40: ['reportIntervalInEmergencyS', 'dword'],
  41: ['reportIntervalS', 'dword'],
  44: ['reportDistanceM', 'dword'],
  45: ['reportDistanceWithoutDriverM', 'dword'],
  46: ['reportDistanceAsleepM', 'dword'],
  47: ['reportDistanceInEmergencyM', 'dword'],
  48: ['cornerAngleDeg', 'dword'],
  49: ['illegalMovementRadiusM', 'word'],
  64: ['platformPhone', 'text'],
  65: ['resetPhone', 'text'],
  66: ['factoryResetPhone', 'text'],
  67: ['platformSmsPhone', 'text'],
  68: ['alarmSmsPhone', 'text'],
  69: ['answerCalls', 'dword'],
  70: ['longestCallS', 'dword'],
  71: ['longestCallsPerMonthS', 'dword'],
  72: ['monitorPhone', 'text'],
  73: ['privilegedSmsPhone', 'text'],
  80: ['alarmMaskBits', 'dword'],
  81: ['alarmSmsBits', 'dword'],
  82: ['alarmPictureBits', 'dword'],
  83: ['alarmKeepPictureBits', 'dword'],
  84: ['keyAlarmBits', 'dword'],
  85: ['topSpeedKmh', 'dword'],
  86: ['overspeedAfterS', 'dword'],
  87: ['drivingLimitS', 'dword'],
  88: ['drivingLimitPerDayS', 'dword'],
  89: ['leastRestS', 'dword'],
  90: ['longestParkingS', 'dword'],
  91: ['overspeedWarningMarginDkmh', 'word'],
  92: ['fatigueWarningMarginS', 'word'],
  93: ['collision', 'word'],
  94: ['rolloverAngleDeg', 'word'],
  100: ['picturesByTime', 'dword'],
  101: ['picturesByDistance', 'dword'],
  112: ['pictureQuality', 'dword'],
  113: ['brightness', 'dword'],
  114: ['contrast', 'dword'],
  115: ['saturation', 'dword'],
  116: ['chroma', 'dword'],
  128: ['odometerDkm', 'dword'],
  129: ['province', 'word'],
  130: ['city', 'word'],
  131: ['plate', 'text'],
  132: ['plateColour', 'byte'],
  144: ['gnssBits', 'byte'],
  145: ['gnssBaudRate', 'byte'],
  146: ['gnssOutputRate', 'byte'],
  147: ['gnssDetailIntervalS', 'dword'],
  148: ['gnssDetailUploadWay', 'byte'],
  149: ['gnssDetailUploadSetting', 'dword'],
  256: ['can1SamplingMs', 'dword'],
  257: ['can1UploadS', 'word'],
  258: ['can2SamplingMs', 'dword'],
  259: ['can2UploadS', 'word'],
  62320: ['smartVideoVersion', 'byte'],
}

/**
 * What a parameter says: a number or a text under its name; bytes where the type has no single number (0x0032 hours,
 * 0x0110 to 0x01FF CAN ids, 0x0075 to 0x007C video, 0xF364 to 0xF367 active safety: `readSafetySettings`), where the id is
 * a maker's own, or where the length is not that of the type.
 */
export type ParameterReading =
  | { readonly id: number; readonly name: string; readonly value: number | string }
  | { readonly id: number; readonly name: null; readonly value: Uint8Array }

const WIDTHS = { dword: 4, word: 2, byte: 1 } as const

/** What the bytes of a parameter mean. Never throws. */
export function readParameter({ id, value }: Parameter): ParameterReading {
  const known = PARAMETERS[id]
  if (!known) return { id, name: null, value }
  const [name, kind] = known
  if (kind === 'text') return { id, name, value: decodeText(value) }
  if (value.length !== WIDTHS[kind]) return { id, name: null, value }
  const read = attempt(() => {
    const reader = new ByteReader(value)
    return kind === 'dword' ? reader.u32() : kind === 'word' ? reader.u16() : reader.u8()
  })
  return read.ok ? { id, name, value: read.value } : { id, name: null, value }
}

/** The bytes of a parameter, by the type of its id. Throws `RangeError` when value and type do not agree. */
export function writeParameter(id: number, value: number | string | Uint8Array): Parameter {
  if (value instanceof Uint8Array) return { id, value }
  const kind = PARAMETERS[id]?.[1]
  if (typeof value === 'string') {
    if (kind !== 'text') throw new RangeError(`parameter ${id} is no text`)
    return { id, value: encodeText(value) }
  }
  if (kind === undefined || kind === 'text') throw new RangeError(`parameter ${id} is no number`)
  const limit = 2 ** (WIDTHS[kind] * 8)
  if (!Number.isInteger(value) || value < 0 || value >= limit) {
    throw new RangeError(`${value} does not fit into parameter ${id}`)
  }
  const writer = new ByteWriter(8)
  if (kind === 'dword') writer.u32(value)
  else if (kind === 'word') writer.u16(value)
  else writer.u8(value)
  return { id, value: writer.finish() }
}

/** The parameters of a list by id; where a device repeats an id the last one counts. */
export function parametersById(parameters: readonly Parameter[]): Map<number, ParameterReading> {
  return new Map(parameters.map((parameter) => [parameter.id, readParameter(parameter)]))
}
