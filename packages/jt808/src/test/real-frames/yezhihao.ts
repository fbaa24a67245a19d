import { bcdToDigits } from '@fleetglass/bytes'
import type { Message } from '../../catalogue.ts'
import type { Header } from '../../framing/header.ts'
import type { ItemReading } from '../../items/read-item.ts'
import type { Position } from '../../messages/0200-position.ts'
import { decodePeripheralInformation, PERIPHERAL_INFORMATION } from '../../peripherals.ts'
import type { AlarmSign } from '../../shapes/alarm-sign.ts'
import type { AreaHours, AreaLimit, Circle, Route } from '../../shapes/areas.ts'
import { isoOf, type Read, type Reported, readingsOf } from './entry.ts'

/** yezhihao/jt808-server: a full object, raw units, header and body together. */
export function describeYezhihao({ header, message }: Read): Reported {
  return { ...(header && describeHeader(header)), ...describeBody(message) }
}

function describeHeader(header: Header): Reported {
  return {
    messageId: header.messageId,
    properties: header.bodyLength | (header.versionFlag ? 0x4000 : 0),
    protocolVersion: header.protocolVersion,
    clientId: bcdToDigits(header.terminal.raw),
    serialNo: header.serial,
    verified: true,
  }
}

function describeBody(message: Message): Reported {
  switch (message.name) {
    case 'platformAnswer': {
      const { answeredSerial, answeredId, result } = message.body
      return { responseSerialNo: answeredSerial, responseMessageId: answeredId, resultCode: result }
    }
    case 'registration': {
      const { body } = message
      return {
        provinceId: body.province,
        cityId: body.city,
        makerId: body.maker,
        deviceModel: body.model,
        deviceId: body.terminalId,
        plateColor: body.plateColour,
        plateNo: body.plate,
      }
    }
    case 'authentication':
      return {
        token: message.body.code,
        imei: message.body.device?.imei,
        softwareVersion: message.body.device?.software,
      }
    case 'attributes': {
      const { body } = message
      return {
        deviceType: body.typeBits,
        makerId: body.maker,
        deviceModel: body.model,
        deviceId: body.terminalId,
        iccid: body.iccid,
        hardwareVersion: body.hardware,
        firmwareVersion: body.firmware,
        gnssAttribute: body.gnssBits,
        networkAttribute: body.radioBits,
      }
    }
    case 'upgradeResult':
      return { type: message.body.kind, result: message.body.result }
    case 'position':
      return describePosition(message.body)
    case 'eventReport':
      return { eventId: message.body.eventId }
    case 'questionAnswer':
      return { responseSerialNo: message.body.answeredSerial, answerId: message.body.answerId }
    case 'informationDemand':
      return { type: message.body.kind, action: message.body.action }
    case 'positionBatch':
      return {
        total: message.body.entries.length,
        type: message.body.kind,
        items: message.body.entries.map(({ position }) => ({ ...describePosition(position), ...EMPTY_HEADER })),
      }
    case 'mediaEvent': {
      const { id, kind, format, event, channel } = message.body
      return { id, type: kind, format, event, channelId: channel }
    }
    case 'mediaList':
      return {
        responseSerialNo: message.body.answeredSerial,
        items: message.body.media.map(({ id, kind, channel, event, position }) => ({
          id,
          type: kind,
          channelId: channel,
          event,
          location: { ...describePosition(position), ...EMPTY_HEADER },
        })),
      }
    case 'transparentUp':
      return { message: describeTransparent(message.body) }
    case 'someParametersRequest':
    case 'circleDeletion':
      return { id: message.body.ids }
    case 'upgradePacket': {
      const { kind, maker, firmware, data } = message.body
      return { type: kind, makerId: maker, version: firmware, packet: [...data] }
    }
    case 'alarmConfirmation':
      return { responseSerialNo: message.body.alarmSerial, type: message.body.typeBits }
    case 'textMessage':
      return { sign: message.body.flags, type: message.body.type, content: message.body.text }
    case 'eventSetting':
      return {
        type: message.body.action,
        events: message.body.events?.map(({ id, text }) => ({ id, content: text })),
      }
    case 'vehicleControl':
      // The source has a second field for the list of 2019, 0 when there is none.
      return 'flags' in message.body ? { type: message.body.flags, param: 0 } : {}
    case 'circleSetting':
      return { action: message.body.action, items: message.body.areas.map(describeCircle) }
    case 'polygonSetting': {
      const { body } = message
      return {
        id: body.id,
        attribute: body.attributes,
        ...describeHours(body.hours),
        ...describeLimit(body.limit),
        points: body.points.map(({ latitudeE6, longitudeE6 }) => ({ latitude: latitudeE6, longitude: longitudeE6 })),
        name: body.areaName,
      }
    }
    case 'routeSetting':
      return describeRoute(message.body)
    case 'shot': {
      const { body } = message
      return {
        channelId: body.channel,
        command: body.command,
        time: body.intervalS,
        save: body.keep,
        resolution: body.size,
        quality: body.quality,
        brightness: body.brightness,
        contrast: body.contrast,
        saturation: body.saturation,
        chroma: body.chroma,
      }
    }
    case 'mediaUploadRequest': {
      const { kind, channel, event, from, to, afterwards } = message.body
      return {
        type: kind,
        channelId: channel,
        event,
        startTime: isoOf(from),
        endTime: isoOf(to),
        delete: afterwards,
      }
    }
    case 'soundRecording': {
      const { command, durationS, keep, rate } = message.body
      return { command, time: durationS, save: keep, audioSamplingRate: rate }
    }
    case 'singleMediaRequest':
      return { id: message.body.mediaId, delete: message.body.afterwards }
    case 'alarmFilesRequest': {
      const { body } = message
      return {
        ip: body.address,
        tcpPort: body.tcpPort,
        udpPort: body.udpPort,
        ...describeSign(body.sign),
        platformAlarmId: body.alarmNumber,
        reserves: [...body.reserved],
      }
    }
    case 'alarmFileAnswer': {
      const { body } = message
      return {
        name: body.fileName,
        type: body.kind,
        result: body.result,
        total: body.missing.length,
        items: body.missing.flatMap(({ offset, byteLength }) => [offset, byteLength]),
      }
    }
    default:
      return {}
  }
}

/** What the source prints for an object that was never a frame of its own. */
const EMPTY_HEADER = { messageId: 0, properties: 0, protocolVersion: 0, serialNo: 0, verified: true }

function describePosition(position: Position): Reported {
  const readings = readingsOf(position)
  return {
    warnBit: position.alarmBits,
    statusBit: position.statusBits,
    latitude: position.latE6,
    longitude: position.lngE6,
    altitude: position.altitudeM,
    speed: position.speedDkmh,
    direction: position.headingDeg,
    deviceTime: isoOf(bcdToDigits(position.timeBytes)),
    ...(readings.length > 0 && {
      attributes: Object.fromEntries(readings.map((item) => [String(item.id), describeItem(item)])),
    }),
  }
}

function describeItem(item: ItemReading): unknown {
  switch (item.name) {
    case 'tyrePressuresPa':
      return { value: item.value }
    case 'overspeedPlace':
      return { areaType: item.value.kind, areaId: item.value.areaId }
    case 'areaCrossing':
      return { areaType: item.value.kind, areaId: item.value.areaId, direction: item.value.direction }
    case 'segmentTime':
      return { areaId: item.value.segmentId, driveTime: item.value.durationS, result: item.value.result }
    case 'analog':
      return item.value.input1 * 65536 + item.value.input0
    case 'adasAlarm': {
      const { value } = item
      return {
        ...describeAlarm(value),
        type: value.type,
        level: value.level,
        frontSpeed: value.speedAheadKmh,
        frontDistance: value.distanceDs,
        deviateType: value.deviation,
        roadSign: value.signKind,
        roadSignValue: value.signValue,
      }
    }
    case 'dsmAlarm': {
      const { value } = item
      const reserves = value.reserved.reduce((sum, byte) => sum * 256 + byte, 0)
      return {
        ...describeAlarm(value),
        type: value.type,
        level: value.level,
        fatigueDegree: value.fatigueDegree,
        reserves,
      }
    }
    case 'tpmsAlarm': {
      const items = item.value.tyres.map((tyre) => ({
        position: tyre.wheel,
        type: tyre.bits,
        pressure: tyre.pressureKpa,
        temperature: tyre.temperatureC,
        batteryLevel: tyre.batteryPercent,
      }))
      return { ...describeAlarm(item.value), ...(items.length > 0 && { items }) }
    }
    case 'bsdAlarm':
      return { ...describeAlarm(item.value), type: item.value.type }
    default:
      return item.value
  }
}

function describeAlarm(alarm: {
  readonly alarmId: number
  readonly flag: number
  readonly speedKmh: number
  readonly altitudeM: number
  readonly latitudeE6: number
  readonly longitudeE6: number
  readonly time: string
  readonly vehicleBits: number
  readonly sign: AlarmSign
}): Reported {
  return {
    id: alarm.alarmId,
    state: alarm.flag,
    speed: alarm.speedKmh,
    altitude: alarm.altitudeM,
    latitude: alarm.latitudeE6,
    longitude: alarm.longitudeE6,
    alarmTime: isoOf(alarm.time),
    statusBit: alarm.vehicleBits,
    ...describeSign(alarm.sign),
  }
}

function describeSign(sign: AlarmSign): Reported {
  return {
    deviceId: sign.terminalId,
    dateTime: isoOf(sign.time),
    sequenceNo: sign.sequence,
    fileTotal: sign.files,
    reserved: sign.reserved,
  }
}

function describeTransparent(body: { readonly kind: number; readonly data: Uint8Array }): unknown {
  if (body.kind !== PERIPHERAL_INFORMATION) return body
  const all = decodePeripheralInformation(body.data)
  const items = all.ok
    ? all.value.map((one) => ({
        id: one.id,
        companyName: one.company,
        productModel: one.model,
        hardwareVersion: one.hardware,
        firmwareVersion: one.software,
        deviceId: one.deviceId,
        userCode: one.customer,
      }))
    : all
  return { key: body.kind, value: { items } }
}

function describeCircle(area: Circle): Reported {
  return {
    id: area.id,
    attribute: area.attributes,
    latitude: area.centre.latitudeE6,
    longitude: area.centre.longitudeE6,
    radius: area.radiusM,
    ...describeHours(area.hours),
    ...describeLimit(area.limit),
    name: area.areaName,
  }
}

function describeRoute(route: Route): Reported {
  return {
    id: route.id,
    attribute: route.attributes,
    ...describeHours(route.hours),
    items: route.points.map((point) => ({
      id: point.pointId,
      routeId: point.segmentId,
      latitude: point.place.latitudeE6,
      longitude: point.place.longitudeE6,
      width: point.widthM,
      attribute: point.attributes,
      upperLimit: point.passage?.tooLongS,
      lowerLimit: point.passage?.tooShortS,
      ...describeLimit(point.limit),
    })),
    name: route.areaName,
  }
}

function describeHours(hours: AreaHours | undefined): Reported {
  return hours ? { startTime: isoOf(hours.from), endTime: isoOf(hours.to) } : {}
}

function describeLimit(limit: AreaLimit | undefined): Reported {
  if (!limit) return {}
  const day = { maxSpeed: limit.speedKmh, duration: limit.overspeedS }
  return limit.nightSpeedKmh === undefined ? day : { ...day, nightMaxSpeed: limit.nightSpeedKmh }
}
