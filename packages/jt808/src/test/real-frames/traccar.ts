import { toHex } from '@fleetglass/bytes'
import type { Message } from '../../catalogue.ts'
import { trackerState } from '../../items/tracker-state.ts'
import { type decodeShortReport, readShortItems } from '../../short-report.ts'
import { decodeText, encodeText } from '../../text.ts'
import { positionsOf, type Read, type Reported, readingsOf } from './entry.ts'

/** traccar: its own attribute names; volt, percent, degree Celsius, bar. Some bits mean what the model makes of them. */
export function describeTraccar({ message }: Read, model = ''): Reported {
  const positions = positionsOf(message)
  const reported: Record<string, unknown> = {}
  if (message.name !== 'unknown') reported.decodesTo = new Set(['position', 'positions', 'message'])
  for (const position of positions) {
    for (const item of readingsOf(position)) Object.assign(reported, describeItem(item))
    if (model === 'AL300' && position.alarmBits & AL300_MOVEMENT) reported.alarm = 'movement'
    if (model === 'MV710G' && readingsOf(position).some(isDoorAlarm)) reported.alarm = 'door'
    if (position.alarmBits & MAIN_SUPPLY_LOW) reported.alarm = ['lowBattery', reported.alarm].filter(Boolean).join(',')
  }
  return { ...reported, ...describeMessage(message) }
}

type Item = ReturnType<typeof readingsOf>[number]

function describeItem(item: Item): Reported {
  switch (item.name) {
    case 'satellites':
      return { sat: item.value }
    case 'timeZone':
      return { timezone: item.value }
    case 'batteryPercent':
      return { batteryLevel: item.value }
    case 'battery':
      return { batteryLevel: item.value.batteryPercent, battery: item.value.batteryCentivolt / 100 }
    case 'batteryCentivolt':
      return { battery: item.value / 100 }
    case 'supplyDecivolt':
      return { power: item.value / 10 }
    case 'temperaturesDecidegree':
      return { temp1: item.value[0] === null ? undefined : item.value[0]! / 10 }
    case 'climate':
      return { temp1: (item.value.temperatureDecidegree ?? 0) / 10 }
    case 'card':
      return { iccid: item.value.iccid }
    case 'tyres':
      return { tire1Pressure: (item.value[0]!.pressureBar40 & 0x3ff) / 40 }
    case 'troubleCodes':
      return { dtcs: item.value.replace(',', ' ') }
    case 'lockStates':
      return Object.fromEntries(item.value.map((lock, at) => [`lock${at + 1}Locked`, (lock.stateBits & 0x20) === 0]))
    case 'lockEvent':
      return { event: item.value.event, ...describeLockEvent(item.value) }
    case 'locks':
      return Object.fromEntries(item.value.map((lock, at) => [`lock${at + 1}Battery`, lock.batteryMillivolt / 1000]))
    case 'dsmAlarm':
    case 'adasAlarm':
      return describeLabel(item.value.sign)
    case 'cameraEvent':
      return item.value.group === 0x0c01 ? { alarm: 'sos' } : {}
    case 'trackerState': {
      const state = trackerState(item.value)
      const alarms = [
        ...TRACKER_ALARMS.filter(([bit]) => (state.alarmBits ?? 0) & (1 << bit)),
        ...FURTHER_ALARMS.filter(([bit]) => (state.furtherAlarmBits ?? 0) & (1 << bit)),
      ].map(([, name]) => name)
      return {
        ...(state.fuelDl !== undefined && { fuel1: state.fuelDl / 10 }),
        ...(state.batteryPercent !== undefined && { batteryLevel: state.batteryPercent }),
        ...(state.iccid !== undefined && { iccid: state.iccid }),
        ...(alarms.length > 0 && { alarm: alarms.join(',') }),
      }
    }
    default:
      return {}
  }
}

/** Bits of the two alarm words in item 0xEB, as traccar names them. */
const TRACKER_ALARMS = [[12, 'removing']] as const
const FURTHER_ALARMS = [[6, 'vibration']] as const
const MAIN_SUPPLY_LOW = 1 << 7
const AL300_MOVEMENT = 1 << 16

function isDoorAlarm(item: Item): boolean {
  return item.name === 'trackerAlarms' && (item.value.furtherBits & (1 << 16)) !== 0
}

/** traccar's names for a short report. */
export function describeShortReport(report: ReturnType<typeof decodeShortReport>): Reported {
  if (!report.ok) return {}
  const { lock, tilt } = readShortItems(report.value.items)
  return { decodesTo: 'position', unlockResult: lock?.result, tilt: tilt && `[${tilt.join(',')}]` }
}

function describeLockEvent({ event, detail }: { event: number; detail: Uint8Array }): Reported {
  // Event 0x65: six bytes of the lock, then eight of the card, as Latin-1.
  return event === 0x65 ? { driverUniqueId: String.fromCharCode(...detail.subarray(6, 14)) } : {}
}

function describeLabel(sign: {
  terminalId: string
  time: string
  sequence: number
  files: number
  reserved: number
}): Reported {
  const id = toHex(encodeText(sign.terminalId)).padEnd(14, '0')
  const tail = [sign.sequence, sign.files, sign.reserved].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { alarmLabel: id + sign.time + tail }
}

function describeMessage(message: Message): Reported {
  switch (message.name) {
    case 'waybill':
      return { result: message.body.text }
    case 'commandText':
      return { result: message.body.text.trim() }
    case 'attributes':
      return { iccid: message.body.iccid }
    case 'driverIdentity':
      return message.body.layout === '2013' && message.body.state === 1 ? { cardCode: message.body.card?.licence } : {}
    case 'transparentUp': {
      const fields = decodeText(message.body.data).trim().split(',')
      return fields[0] === '$OBD-RT' ? { fuelUsed: Number(fields[12]) } : {}
    }
    default:
      return {}
  }
}
