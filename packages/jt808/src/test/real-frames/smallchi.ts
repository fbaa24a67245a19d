import { bcdToDigits } from '@fleetglass/bytes'
import type { Message } from '../../catalogue.ts'
import type { Header } from '../../framing/header.ts'
import type { Position } from '../../messages/0200-position.ts'
import { readParameter } from '../../parameters/read-parameter.ts'
import { flatten, isoOf, type Read, type Reported, readingsOf } from './entry.ts'
import {
  CONSTANTS,
  describeControl,
  describeDriver,
  describeItems,
  describeMedia,
  describeSign,
  describeTransparent,
  hexOf,
  named,
  REGISTER_RESULTS,
} from './smallchi-parts.ts'
import { describeSettings } from './smallchi-settings.ts'
import { describeTachograph } from './smallchi-tachograph.ts'

/** SmallChi/JT808: dotted C# names, enumerations by name, times as written. */
export function describeSmallchi({ header, message, body }: Read): Reported {
  return { ...(header && describeHeader(header)), ...flatten(describeBody(message, body)), ...describeItems(message) }
}

function describeHeader(header: Header): Reported {
  return {
    'Header.MsgId': header.messageId,
    'Header.MsgNum': header.serial,
    'Header.TerminalPhoneNo': header.terminal.id,
    // The source counts the header of 2011 and 2013 as 1 where it asserts it.
    'Header.ProtocolVersion': header.version === '2013' ? 1 : header.protocolVersion,
    'Header.MessageBodyProperty.DataLength': header.bodyLength,
    'Header.MessageBodyProperty.IsPackage': header.packet !== undefined,
    'Header.PackageIndex': header.packet?.number ?? 0,
    'Header.PackgeCount': header.packet?.total ?? 0,
    'Header.MessageBodyProperty.Encrypt': ['JT808EncryptMethod.None', 'JT808EncryptMethod.RSA'][header.encryption],
    'Header.MessageBodyProperty.VersionFlag': header.versionFlag,
    Version: `JT808Version.JTT${header.version}`,
  }
}

function describeBody(message: Message, bytes: Uint8Array): Reported {
  switch (message.name) {
    case 'terminalAnswer':
      return {
        ReplyMsgId: message.body.answeredId,
        ReplyMsgNum: message.body.answeredSerial,
        TerminalResult: named('JT808TerminalResult', ['Success'], message.body.result),
      }
    case 'platformAnswer':
      return {
        AckMsgId: message.body.answeredId,
        MsgNum: message.body.answeredSerial,
        JT808PlatformResult: named('JT808PlatformResult', ['succeed'], message.body.result),
      }
    case 'platformPacketRequest':
      return { OriginalMsgNum: message.body.firstSerial, AgainPackageCount: message.body.packetNumbers.length }
    case 'registration': {
      const { body } = message
      return {
        AreaID: body.province,
        CityOrCountyId: body.city,
        MakerId: body.maker,
        TerminalModel: body.model.trimEnd(),
        TerminalId: body.terminalId,
        PlateColor: body.plateColour,
        PlateNo: body.plate,
        'PlateNo.TrimStart()': body.plate.trimStart(),
        "MakerId.TrimStart('0')": body.maker.replace(/^0+/, ''),
        "TerminalId.TrimStart('0')": body.terminalId.replace(/^0+/, ''),
        "TerminalModel.TrimStart('0')": body.model.replace(/^0+/, ''),
      }
    }
    case 'registrationAnswer':
      return {
        AckMsgNum: message.body.answeredSerial,
        JT808TerminalRegisterResult: `JT808TerminalRegisterResult.${REGISTER_RESULTS[message.body.result]}`,
      }
    case 'authentication':
      return {
        Code: message.body.code,
        CodeLength: message.body.code.length,
        IMEI: message.body.device?.imei,
        SoftwareVersion: message.body.device?.software,
      }
    case 'serverTime':
      return { Time: isoOf(message.body.utc, ' '), Bodies: { Time: isoOf(message.body.utc, ' ') } }
    case 'position': {
      const unknown = readingsOf(message.body).filter((item) => item.name === 'unknown')
      const standard = readingsOf(message.body).filter(({ id, name }) => id <= 0x31 && name !== 'unknown')
      return {
        ...describePosition(message.body),
        ...Object.fromEntries(
          unknown.map(({ id }) => [`UnknownLocationAttachData.ContainsKey(0x${id.toString(16).toUpperCase()})`, true]),
        ),
        AttachInfoId: new Set(message.body.items.map(({ id }) => id)),
        AttachInfoLength: new Set(message.body.items.map(({ value }) => value.length)),
        'BasicLocationAttachData.Count': standard.length,
        'UnknownLocationAttachData.Count': message.body.items.length - standard.length,
      }
    }
    case 'vehicleControlAnswer':
      return { MsgNum: message.body.answeredSerial, JT808_0x0200: describePosition(message.body.position) }
    case 'parameterSetting': {
      const [first] = message.body.parameters
      if (!first) return {}
      return {
        // The source asserts some ids by the name of a constant.
        ParamId: new Set([first.id, ...CONSTANTS.map((each) => `${each}.JT808_0X8103_0x${hexOf(first.id)}`)]),
        ParamLength: first.value.length,
        ParamValue: readParameter(first).value,
        ...describeSettings(first),
      }
    }
    case 'terminalControl':
      return { CommandWord: message.body.command, ...describeControl(bytes) }
    case 'textMessage':
      return { TextInfo: message.body.text, TextFlag: message.body.flags }
    case 'transparentUp':
      return describeTransparent(message.body, bytes)
    case 'transparentDown':
      return { PassthroughType: message.body.kind }
    case 'tachographData':
      return { ReplyMsgNum: message.body.answeredSerial, ...describeTachograph(message.body.block, 'up') }
    case 'tachographRequest':
    case 'tachographSetting':
      return { CommandId: message.body.command, ...describeTachograph(message.body.block, 'down') }
    case 'driverIdentity':
      return describeDriver(message)
    case 'canData':
      return {
        CanItemCount: message.body.frames.length,
        FirstCanReceiveTime: message.body.time.replace(
          /^(..)(..)(..)(.*)$/,
          (_, h, m, s, ms) => `${h}:${m}:${s}.${Number(ms)}`,
        ),
        CanItems: message.body.frames.map(({ canId }) => ({ CanId: canId & 0x1fffffff })),
      }
    case 'mediaEvent':
      return {
        MultimediaId: message.body.id,
        MultimediaType: message.body.kind,
        MultimediaCodingFormat: message.body.format,
        ChannelId: message.body.channel,
        EventItemCoding: message.body.event,
      }
    case 'mediaData':
      return {
        ...describeMedia(message.body),
        MultimediaCodingFormat: named('JT808MultimediaCodingFormat', ['JPEG'], message.body.format),
        Position: message.body.position && describePosition(message.body.position),
      }
    case 'mediaList':
      return {
        MsgNum: message.body.answeredSerial,
        MultimediaItemCount: message.body.media.length,
        MultimediaSearchItems: message.body.media.map((media) => ({
          ...describeMedia(media),
          Position: describePosition(media.position),
        })),
      }
    case 'shotResult':
      return {
        ReplyMsgNum: message.body.answeredSerial,
        Result: message.body.result,
        MultimediaIdCount: message.body.mediaIds?.length,
      }
    case 'terminalRsaKey':
      return { E: message.body.e }
    case 'alarmFiles': {
      const { body } = message
      return {
        TerminalId: body.terminalId,
        InfoType: body.kind,
        AttachCount: body.files.length,
        AlarmIdentification: describeSign(body.sign),
        AttachInfos: body.files.map(({ fileName, byteLength }) => ({
          FileName: fileName,
          FileNameLength: fileName.length,
          FileSize: byteLength,
        })),
      }
    }
    case 'upgradeProgress':
      return {
        MsgNum: message.body.answeredSerial,
        UpgradeStatus: named('JT808UpgradeStatus', { 1: 'firmware_download' }, message.body.state),
        UploadProgress: message.body.percent,
        ErrorCode: message.body.error,
      }
    case 'upgradePacket':
      return {
        UpgradeType: named('JT808UpgradeType', { 52: 'beidou_module' }, message.body.kind),
        MakerId: message.body.maker,
        VersionNum: message.body.firmware,
      }
    case 'alarmConfirmation':
      return { AlarmMsgNum: message.body.alarmSerial, ManualConfirmAlarmType: message.body.typeBits }
    case 'eventSetting':
      return {
        SettingType: named('JT808EventSettingType', ['delete_terminal_all_existing_events'], message.body.action),
        SettingCount: message.body.events?.length,
        EventItems: message.body.events?.map(({ id, text }) => ({
          EventId: id,
          EventContent: text,
          EventContentLength: text.length,
        })),
      }
    case 'question':
      return {
        Flag: message.body.flags,
        Issue: message.body.question,
        IssueContentLength: message.body.question.length,
        Answers: message.body.answers.map(({ id, text }) => ({ Id: id, Content: text, ContentLength: text.length })),
      }
    case 'informationMenu':
      return {
        SettingType: named('JT808InformationSettingType', ['delete_all_items'], message.body.action),
        InformationItems: message.body.entries?.map(({ kind, text }) => ({
          InformationType: kind,
          InformationName: text,
          InformationLength: text.length,
        })),
      }
    case 'callBack':
      return {
        CallBack: named('JT808CallBackType', ['normal_call'], message.body.kind),
        PhoneNumber: message.body.number,
      }
    case 'circleSetting':
    case 'rectangleSetting':
      return describeAreas(message)
    case 'routeSetting':
      return describeRoute(message)
    case 'areasRequest':
      return { QueryType: message.body.kind, Count: message.body.ids.length, Ids: message.body.ids }
    case 'mediaAnswer':
      return { MultimediaId: message.body.mediaId, RetransmitPackageCount: message.body.packetNumbers?.length }
    case 'shot': {
      const { body } = message
      return {
        ChannelId: body.channel,
        ShootingCommand: body.command,
        VideoTime: body.intervalS,
        SaveFlag: body.keep,
        Resolution: body.size,
        VideoQuality: body.quality,
        Lighting: body.brightness,
        Contrast: body.contrast,
        Saturability: body.saturation,
        Chroma: body.chroma,
      }
    }
    case 'soundRecording':
      return {
        RecordCmd: named('JT808RecordCmd', ['stop', 'start'], message.body.command),
        RecordTime: message.body.durationS,
        RecordSave: named('JT808RecordSave', ['realtime_upload', 'save'], message.body.keep),
        AudioSampleRate: message.body.rate,
      }
    case 'singleMediaRequest':
      return {
        MultimediaId: message.body.mediaId,
        MultimediaDeleted: named('JT808MultimediaDeleted', ['reserve', 'delete'], message.body.afterwards),
      }
    default:
      return {}
  }
}

function describePosition(position: Position): Reported {
  const items = Object.fromEntries(readingsOf(position).map((item) => [item.id, item]))
  return {
    AlarmFlag: position.alarmBits,
    StatusFlag: position.statusBits,
    Lat: position.latE6,
    Lng: position.lngE6,
    Altitude: position.altitudeM,
    Speed: position.speedDkmh,
    Direction: position.headingDeg,
    GPSTime: isoOf(bcdToDigits(position.timeBytes), ' '),
    'item[0x01].Mileage': items[0x01]?.value,
    'item[0x02].Oil': items[0x02]?.value,
    'item[0x15].VideoSignalLoseAlarmStatus': items[0x15]?.value,
  }
}

function describeAreas(message: Message): Reported {
  if (message.name !== 'circleSetting' && message.name !== 'rectangleSetting') return {}
  const { action, areas } = message.body
  const reported = (areas as readonly (typeof areas)[number][]).map((area) => ({
    AreaId: area.id,
    AreaProperty: area.attributes,
    ...('centre' in area && {
      CenterPointLat: area.centre.latitudeE6,
      CenterPointLng: area.centre.longitudeE6,
      Radius: area.radiusM,
    }),
    ...('upperLeft' in area && {
      UpLeftPointLat: area.upperLeft.latitudeE6,
      UpLeftPointLng: area.upperLeft.longitudeE6,
      LowRightPointLat: area.lowerRight.latitudeE6,
      LowRightPointLng: area.lowerRight.longitudeE6,
    }),
    HighestSpeed: area.limit?.speedKmh,
    OverspeedDuration: area.limit?.overspeedS,
    NightMaximumSpeed: area.limit?.nightSpeedKmh,
    AreaName: area.areaName,
    StartTime: area.hours && isoOf(area.hours.from, ' '),
    EndTime: area.hours && isoOf(area.hours.to, ' '),
  }))
  const setting = named('JT808SettingProperty', { 1: 'append_region' }, action)
  // The source asserts fields of whichever area, without its place in the list.
  return { SettingAreaProperty: setting, AreaCount: areas.length, anyOf: reported }
}

function describeRoute(message: Message): Reported {
  if (message.name !== 'routeSetting') return {}
  const { body } = message
  return {
    RouteId: body.id,
    RouteProperty: body.attributes,
    StartTime: body.hours && isoOf(body.hours.from, ' '),
    EndTime: body.hours && isoOf(body.hours.to, ' '),
    'InflectionPointItems.Count': body.points.length,
    InflectionPointItems: body.points.map((point) => ({
      InflectionPointId: point.pointId,
      InflectionPointLat: point.place.latitudeE6,
      InflectionPointLng: point.place.longitudeE6,
      SectionId: point.segmentId,
      SectionWidth: point.widthM,
      SectionProperty: point.attributes,
      SectionLongDrivingThreshold: point.passage?.tooLongS,
      SectionDrivingUnderThreshold: point.passage?.tooShortS,
      SectionHighestSpeed: point.limit?.speedKmh,
      SectionOverspeedDuration: point.limit?.overspeedS,
    })),
  }
}
