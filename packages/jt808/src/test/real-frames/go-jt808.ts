import { bcdToDigits } from '@fleetglass/bytes'
import type { Message } from '../../catalogue.ts'
import type { Position } from '../../messages/0200-position.ts'
import { isoOf, type Read, type Reported, readingsOf } from './entry.ts'
import { describeYezhihao } from './yezhihao.ts'

/** cuteLittleDevil/go-jt808: Go field names, raw units; some frames were taken over from yezhihao with its names. */
export function describeGo(read: Read): Reported {
  return { ...describeYezhihao(read), ...describeBody(read.message, read) }
}

function describeBody(message: Message, read: Read): Reported {
  switch (message.name) {
    case 'terminalAnswer':
      return { SerialNumber: message.body.answeredSerial, ID: message.body.answeredId, Result: message.body.result }
    case 'registration': {
      const { body } = message
      return {
        ProvinceID: body.province,
        CityID: body.city,
        ManufacturerID: body.maker,
        TerminalModel: body.model,
        TerminalID: body.terminalId,
        PlateColor: body.plateColour,
        LicensePlateNumber: body.plate,
        Version: Number(body.layout),
      }
    }
    case 'authentication':
      return {
        AuthCode: message.body.code,
        AuthCodeLen: message.body.device ? message.body.code.length : 0,
        TerminalIMEI: message.body.device?.imei ?? '',
        SoftwareVersion: message.body.device?.software ?? '',
        Version: Number(read.header?.version),
      }
    case 'registrationAnswer':
      return {
        RespondSerialNumber: message.body.answeredSerial,
        Result: message.body.result,
        AuthCode: message.body.code,
      }
    case 'position':
      return { items: describeItems(message.body) }
    case 'positionAnswer':
      return { RespondSerialNumber: message.body.answeredSerial, ...describePosition(message.body.position) }
    case 'positionBatch':
      return {
        Num: message.body.entries.length,
        LocationType: message.body.kind,
        Items: message.body.entries.map(({ position }) => ({ Len: 28, ...describePosition(position) })),
      }
    case 'mediaEvent':
      return {
        MultimediaID: message.body.id,
        MultimediaType: message.body.kind,
        MultimediaFormatEncode: message.body.format,
        EventItemEncode: message.body.event,
        ChannelID: message.body.channel,
      }
    case 'question':
      return {
        P0x8302TextFlagDetails: Object.fromEntries(
          FLAGS.map((name, bit) => [name, (message.body.flags & (1 << bit)) !== 0]),
        ),
        QuestionContent: message.body.question,
        QuestionContentLen: message.body.question.length,
        AnswerList: message.body.answers.map(({ id, text }) => ({
          AnswerID: id,
          AnswerContent: text,
          AnswerContentLen: text.length,
        })),
      }
    case 'shot': {
      const { body } = message
      return {
        ChannelID: body.channel,
        ShootCommand: body.command,
        PhotoIntervalOrVideoTime: body.intervalS,
        SaveFlag: body.keep,
        Resolution: body.size,
        VideoQuality: body.quality,
        Intensity: body.brightness,
        Contrast: body.contrast,
        Saturation: body.saturation,
        Chroma: body.chroma,
      }
    }
    case 'alarmFilesRequest': {
      const { body } = message
      return {
        ServerIPLen: body.address.length,
        ServerAddr: body.address,
        TcpPort: body.tcpPort,
        UdpPort: body.udpPort,
        P9208AlarmSign: describeSign(body.sign),
        AlarmID: body.alarmNumber,
        Reserve: body.reserved.every((byte) => byte === 0) ? 'make([]byte, 16)' : body.reserved,
      }
    }
    case 'alarmFileStart':
      return { name: message.body.fileName, type: message.body.kind, size: message.body.byteLength }
    case 'alarmFileAnswer': {
      const { body } = message
      return {
        FileName: body.fileName,
        FileNameLen: body.fileName.length,
        FileType: body.kind,
        UploadResult: body.result,
        RetransmitPacketNumber: body.missing.length,
        P0x9212RetransmitPacketList: body.missing.map(({ offset, byteLength }) => ({
          DataOffset: offset,
          DataLength: byteLength,
        })),
      }
    }
    default:
      return {}
  }
}

const FLAGS = [
  'Urgent',
  'Bit1Reserve',
  'Bit2Reserve',
  'TTS',
  'AdvertisingScreen',
  'Bit5Reserve',
  'Bit6Reserve',
  'Bit7Reserve',
]

function describePosition(position: Position): Reported {
  return {
    AlarmSign: position.alarmBits,
    StatusSign: position.statusBits,
    Latitude: Math.abs(position.latE6),
    Longitude: Math.abs(position.lngE6),
    // Magnitudes, as on the wire. The source reads the altitude without sign.
    Altitude: position.altitudeM & 0xffff,
    Speed: position.speedDkmh,
    Direction: position.headingDeg,
    DateTime: isoOf(bcdToDigits(position.timeBytes), ' '),
  }
}

function describeItems(position: Position): Reported {
  const reported: Record<string, unknown> = {}
  for (const item of readingsOf(position)) {
    if (item.name !== 'dsmAlarm') continue
    const { value } = item
    reported['0x65'] = {
      AlarmID: value.alarmId,
      FlagStatus: value.flag,
      AlarmEventType: value.type,
      AlarmLevel: value.level,
      FatigueLevel: value.fatigueDegree,
      Reserved: [...value.reserved],
      VehicleSpeed: value.speedKmh,
      Altitude: value.altitudeM,
      Latitude: value.latitudeE6,
      Longitude: value.longitudeE6,
      DateTime: isoOf(value.time, ' '),
      VehicleStatus: describeVehicle(value.vehicleBits),
      P9208AlarmSign: describeSign(value.sign),
    }
  }
  return reported
}

function describeVehicle(bits: number): Reported {
  const names = ['ACC', 'LeftTurn', 'RightTurn', 'Wipers', 'Brake', 'Card']
  const flags = names.map((name, bit) => [name, (bits & (1 << bit)) !== 0])
  return { OriginalValue: bits, ...Object.fromEntries(flags), Location: (bits & (1 << 10)) !== 0 }
}

function describeSign(sign: {
  terminalId: string
  time: string
  sequence: number
  files: number
  reserved: number
}): Reported {
  return {
    TerminalID: sign.terminalId,
    Time: isoOf(sign.time, ' '),
    SerialNumber: sign.sequence,
    AttachNumber: sign.files,
    AlarmReserve: [sign.reserved],
  }
}
