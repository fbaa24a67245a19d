import { bcdToDigits } from '@fleetglass/bytes'
import { ADAS_NAMES, DSM_NAMES } from '../../items/safety-items.ts'
import type { Position } from '../../messages/0200-position.ts'
import { positionsOf, type Read, type Reported, readingsOf } from './entry.ts'

/** EMQX: header and body as that gateway prints them, raw units. */
export function describeEmqx({ header, message }: Read): Reported {
  const located = positionsOf(message).map(describeEmqxPosition)
  const body =
    message.name === 'positionBatch'
      ? { length: message.body.entries.length, type: message.body.kind, location: located }
      : located[0]
  return {
    header: header && {
      encrypt: header.encryption,
      len: header.bodyLength,
      msg_id: header.messageId,
      msg_sn: header.serial,
      phone: bcdToDigits(header.terminal.raw),
    },
    body,
  }
}

function describeEmqxPosition(position: Position): Reported {
  const extra: Record<string, unknown> = {}
  for (const item of readingsOf(position)) {
    if (item.name === 'odometerDkm') extra.mileage = item.value
    if (item.name === 'tachographDkmh') extra.speed = item.value
    if (item.name === 'signal') extra.rssi = item.value
    if (item.name === 'satellites') extra.gnss_sat_num = item.value
    if (item.name === 'analog') extra.analog = { ad0: item.value.input0, ad1: item.value.input1 }
    if (item.name === 'sleepBits') extra.io_status = { deep_sleep: item.value & 1, sleep: (item.value >> 1) & 1 }
    if (item.name === 'signalBits') {
      extra.signal = Object.fromEntries(EMQX_SIGNALS.map((name, bit) => [name, (item.value >> bit) & 1]))
    }
  }
  return {
    alarm: position.alarmBits,
    status: position.statusBits,
    latitude: position.latE6,
    longitude: position.lngE6,
    altitude: position.altitudeM,
    speed: position.speedDkmh,
    direction: position.headingDeg,
    time: bcdToDigits(position.timeBytes),
    extra,
  }
}

const EMQX_SIGNALS = [
  'low_beam',
  'high_beam',
  'right_turn',
  'left_turn',
  'brake',
  'reverse',
  'fog',
  'side_marker',
  'horn',
  'air_conditioner',
  'neutral',
  'retarder',
  'abs',
  'heater',
  'cluth',
]

/** Bug reports and captures with a few asserted values each. */
export function describeCapture({ header, message }: Read): Reported {
  const reported: Record<string, unknown> = {
    version: Number(header?.version),
    protocolVersionFlag: header?.versionFlag,
    terminalPhone: header?.terminal.id,
    phone: header && bcdToDigits(header.terminal.raw),
    type: message.name,
  }
  if (message.name === 'terminalAnswer') {
    reported.ackOf = `0x${message.body.answeredId.toString(16)}`
    reported.ackSerial = message.body.answeredSerial
    reported.result = message.body.result
  }
  if (message.name === 'registration') reported.manufacturerId = message.body.maker
  for (const position of positionsOf(message)) Object.assign(reported, describePosition(position))
  return reported
}

function describePosition(position: Position): Reported {
  const reported: Record<string, unknown> = {
    accOn: (position.statusBits & 1) === 1,
    speedRaw: position.speedDkmh,
    itemIds: position.items.map(({ id }) => `0x${id.toString(16).toUpperCase().padStart(2, '0')}`),
  }
  for (const item of readingsOf(position)) {
    if (item.name !== 'adasAlarm' && item.name !== 'dsmAlarm' && item.name !== 'harshDrivingAlarm') continue
    reported.item = `0x${item.id.toString(16)}`
    reported.itemLength = position.items.find(({ id }) => id === item.id)?.value.length
    reported.alarmType = item.value.type
    reported.attachmentCount = item.value.sign.files
    if (item.name === 'adasAlarm') reported.alarm = SENTENCES[ADAS_NAMES[item.value.type]!]
    if (item.name === 'dsmAlarm') reported.alarm = SENTENCES[DSM_NAMES[item.value.type]!]
  }
  return reported
}

/** How the log of the source words our names. */
const SENTENCES: Readonly<Record<string, string>> = {
  tooClose: 'please keep distance',
  distracted: 'please keep attention (distracted driving)',
}
