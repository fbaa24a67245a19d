import { type PositionItem, timeDigits, writeItem } from '@fleetglass/jt808'
import type { VehicleState } from '../drive/index.ts'

/** One alarm of active safety, as it begins or ends. */
export interface SafetyAlarm {
  /** Item of the position: 0x64 driver assistance, 0x65 driver, 0x66 tyres, 0x67 blind spots, 0x70 harsh driving. */
  readonly item: number
  readonly type: number
  /** Side of a lane departure (1 left, 2 right), km/h above the limit of a sign; 0 for all others. */
  readonly detail: number
  readonly alarmId: number
  readonly ends: boolean
  /** That it has. */
  readonly files: number
}

const BEGIN = 1
const END = 2
const LANE_DEPARTURE = 2
const OVER_LIMIT = 6
const SPEED_SIGN = 1
const LIMIT_KMH = 50

/** The item with which a device of T/JSATL 12 reports it; `null` for an item that is none of these. */
export function safetyItem(
  alarm: SafetyAlarm,
  state: VehicleState,
  terminalId: string,
  localS: number,
): PositionItem | null {
  const { item: id, type, detail, alarmId, files } = alarm
  const time = timeDigits(localS)
  const sign = { form: 'short', terminalId, time, sequence: alarmId & 0xff, files, reserved: 0 } as const
  const common = {
    alarmId,
    flag: alarm.ends ? END : BEGIN,
    speedKmh: Math.round(state.speedKmh),
    altitudeM: state.altitudeM,
    latitudeE6: Math.abs(state.latE6),
    longitudeE6: Math.abs(state.lngE6),
    time,
    vehicleBits: state.accOn ? 1 : 0,
    sign,
  }
  switch (id) {
    case 0x64: {
      const deviation = type === LANE_DEPARTURE ? detail : 0
      const ahead = { level: 1, speedAheadKmh: 0, distanceDs: 5, deviation }
      const sign = type === OVER_LIMIT ? { signKind: SPEED_SIGN, signValue: LIMIT_KMH } : { signKind: 0, signValue: 0 }
      const speed = type === OVER_LIMIT ? { speedKmh: LIMIT_KMH + detail } : {}
      return writeItem({ id, name: 'adasAlarm', value: { ...common, type, ...ahead, ...sign, ...speed } })
    }
    case 0x65: {
      const driver = { level: 1, fatigueDegree: 5, reserved: new Uint8Array(4) }
      return writeItem({ id, name: 'dsmAlarm', value: { ...common, type, ...driver } })
    }
    case 0x66: {
      const tyre = { wheel: type, bits: 0b100, pressureKpa: 310, temperatureC: 40, batteryPercent: 80 }
      return writeItem({ id, name: 'tpmsAlarm', value: { ...common, wheelBytes: 1, tyres: [tyre] } })
    }
    case 0x67:
      return writeItem({ id, name: 'bsdAlarm', value: { ...common, type } })
    case 0x70: {
      const measure = { durationWord: 3, threshold1: 0, threshold2: 0 }
      return writeItem({ id, name: 'harshDrivingAlarm', value: { ...common, type, ...measure } })
    }
    default:
      return null
  }
}
