import { fromHex } from '@fleetglass/bytes'
import type { Message } from '../../catalogue.ts'
import type { ItemReading } from '../../items/read-item.ts'
import type { Position } from '../../messages/0200-position.ts'
import { decodePeripheralInformation } from '../../peripherals.ts'
import type { AlarmSign } from '../../shapes/alarm-sign.ts'
import { decodeText } from '../../text.ts'
import { flatten, isoOf, type Reported, readingsOf } from './entry.ts'

export const CONSTANTS = ['JT808_SuBiao_Constants', 'JT808_YueBiao_Constants']

export function hexOf(id: number): string {
  return id.toString(16).toUpperCase()
}

export const REGISTER_RESULTS = [
  'success',
  'vehicle_registered',
  'vehicle_not_database',
  'terminal_registered',
  'terminal_not_database',
]

export function named(type: string, names: Readonly<Record<number, string>>, value: number): string {
  return `${type}.${names[value] ?? value}`
}

/** The source's field for each item it asserts. */
export function describeItems(message: Message): Reported {
  const body =
    message.name === 'position' ? message.body : message.name === 'positionAnswer' ? message.body.position : null
  if (!body) return {}
  const reported = readingsOf(body).map((item) => [
    `0x${item.id.toString(16).padStart(2, '0').toUpperCase()}`,
    flatten({ AttachInfoId: item.id, AttachInfoLength: lengthOf(body, item.id), ...describeItem(item) }),
  ])
  return { items: Object.fromEntries(reported) }
}

function describeItem(item: ItemReading): Reported {
  switch (item.name) {
    case 'turningDirection':
      return { Direction: item.value }
    case 'temperaturesDecidegree':
      return { Temperatures: item.value }
    case 'wlans54':
      return {
        WifiInfos: item.value.map(({ mac, signal }) => ({ SingnalStrength: signal, WifiMac: mac.toUpperCase() })),
      }
    case 'supplyCentivolt':
      return { Volage: item.value }
    case 'iccid':
      return { ICCID: item.value }
    case 'imei':
      return { IMEI: decodeText(fromHex(item.value)) }
    case 'adasAlarm':
      return {
        ...describeAlarm(item.value),
        AlarmOrEventType: item.value.type,
        AlarmLevel: item.value.level,
        VehicleSpeed: item.value.speedAheadKmh,
        CarOrPedestrianDistanceAhead: item.value.distanceDs,
        DeviateType: item.value.deviation,
        RoadSignIdentificationType: item.value.signKind,
        RoadSignIdentificationData: item.value.signValue,
      }
    case 'dsmAlarm':
      return {
        ...describeAlarm(item.value),
        AlarmOrEventType: item.value.type,
        AlarmLevel: item.value.level,
        Fatigue: item.value.fatigueDegree,
      }
    case 'tpmsAlarm':
      return {
        ...describeAlarm(item.value),
        AlarmOrEventCount: item.value.tyres.length,
        AlarmOrEvents: item.value.tyres.map((tyre) => ({
          TirePressureAlarmPosition: tyre.wheel,
          AlarmOrEventType: tyre.bits,
          TirePressure: tyre.pressureKpa,
          TireTemperature: tyre.temperatureC,
          BatteryLevel: tyre.batteryPercent,
        })),
      }
    case 'unknown':
      return item.id === 0xfa
        ? { Alarm: item.value.reduce((sum, byte) => sum * 256 + byte, 0) }
        : { Version: decodeText(item.value) }
    default:
      return {}
  }
}

function lengthOf(position: Position, id: number): number | undefined {
  return position.items.find((item) => item.id === id)?.value.length
}

function describeAlarm(alarm: {
  readonly alarmId: number
  readonly flag: number
  readonly speedKmh: number
  readonly altitudeM: number
  readonly latitudeE6: number
  readonly longitudeE6: number
  readonly vehicleBits: number
  readonly sign: AlarmSign
}): Reported {
  return {
    AlarmId: alarm.alarmId,
    FlagState: alarm.flag,
    Speed: alarm.speedKmh,
    Altitude: alarm.altitudeM,
    Latitude: alarm.latitudeE6,
    Longitude: alarm.longitudeE6,
    VehicleState: alarm.vehicleBits,
    AlarmIdentification: describeSign(alarm.sign),
  }
}

export function describeSign(sign: AlarmSign): Reported {
  return {
    TerminalID: sign.terminalId,
    TerminalId: sign.terminalId,
    SN: sign.sequence,
    AttachCount: sign.files,
    Retain1: sign.reserved >> 8,
    Retain2: sign.reserved & 0xff,
  }
}

/** The source writes a connection control, ports and the minutes as binary numbers between the semicolons. */
export function describeControl(bytes: Uint8Array): Reported {
  const names = [
    ['ConnectionControl', 'byte'],
    ['DialPointName', 'text'],
    ['DialUserName', 'text'],
    ['DialPwd', 'text'],
    ['ServerUrl', 'text'],
    ['TcpPort', 'word'],
    ['UdpPort', 'word'],
    ['MakerId', 'text'],
    ['MonitorPlatformAuthCode', 'text'],
    ['HardwareVersion', 'text'],
    ['FirmwareVersion', 'text'],
    ['Url', 'text'],
    ['ConnectTimeLimit', 'word'],
  ] as const
  const reported: Record<string, unknown> = {}
  let at = 1
  for (const [name, kind] of names) {
    const end = kind === 'text' ? bytes.indexOf(0x3b, at) : at + (kind === 'word' ? 2 : 1)
    const value = bytes.subarray(at, end)
    const key = `CommandParameters.GetCommandParameter<${name}CommandParameter>().Value`
    if (kind === 'text') reported[key] = decodeText(value)
    else reported[`${key}.Value`] = value.reduce((sum, byte) => sum * 256 + byte, 0)
    at = end + 1
  }
  return reported
}

export function describeTransparent(
  body: { readonly kind: number; readonly data: Uint8Array },
  bytes: Uint8Array,
): Reported {
  // The body of peripheral information is given without its kind.
  const all = decodePeripheralInformation(bytes)
  if (all.ok) {
    return {
      PassthroughType: 'JT808_SuBiao_Constants.JT808_0X0900_0xF8',
      USBMessageCount: all.value.length,
      USBMessages: all.value.map((one) => ({
        USBID: one.id,
        CompantName: one.company,
        CustomerCode: one.customer,
        DevicesID: one.deviceId,
        HardwareVersionNumber: one.hardware,
        ProductModel: one.model,
        SoftwareVersionNumber: one.software,
      })),
    }
  }
  return { PassthroughType: body.kind, PassthroughContent: decodeText(body.data) }
}

export function describeDriver(message: Message): Reported {
  if (message.name !== 'driverIdentity' || message.body.layout === '2011') return {}
  const { body } = message
  const reported = {
    IC_Card_Status: named('JT808ICCardStatus', { 1: 'ic_card_into', 2: 'ic_card_pull_out' }, body.state),
    IC_Card_PlugDateTime: isoOf(body.time, ' '),
  }
  if (body.state === 2) return reported
  const results = ['ic_card_reading_succeeded', 'read_card_failure_auth']
  return {
    ...reported,
    IC_Card_ReadResult: named('JT808ICCardReadResult', results, body.result),
    ...(body.card && {
      DriverUserName: body.card.driverName,
      QualificationCode: body.card.licence,
      LicenseIssuing: body.card.authority,
      CertificateExpiresDate: body.card.validUntil.replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    }),
  }
}

export function describeMedia(media: { id: number; kind: number; channel: number; event: number }): Reported {
  return {
    MultimediaId: media.id,
    MultimediaType: named('JT808MultimediaType', { 0: 'image', 2: 'video' }, media.kind),
    ChannelId: media.channel,
    EventItemCoding: named('JT808EventItemCoding', ['platform_delivery_order', 'regular_action'], media.event),
  }
}
