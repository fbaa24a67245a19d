import { ByteWriter } from '@fleetglass/bytes'
import {
  healthItem,
  type Position,
  type PositionItem,
  STATUS_LOCATED,
  timeBytes,
  withHemisphere,
} from '@fleetglass/jt808'
import type { VehicleState } from '../drive/index.ts'
import type { Faults } from '../scenarios/faults.ts'

/** What a device adds to where its vehicle is. */
export interface DeviceCondition {
  /** Parameter 0x0055. */
  readonly topSpeedKmh: number
  readonly emergency: boolean
  readonly doorsLocked: boolean
  readonly fuelCut: boolean
  /** 2019: a status bit says whether the vehicle moves. */
  readonly reportsMoving: boolean
  /** What is wrong or wired, reported in each position; `null` for a device that never reported anything. */
  readonly signals: Signals | null
  /** What happened at this moment. */
  readonly happened: readonly PositionItem[]
}

/** The faults that stand in a position. */
export type Signals = Pick<
  Faults,
  'alarmBits' | 'inputBits' | 'videoLossBits' | 'coveredBits' | 'diskFaultBits' | 'videoAlarmBits' | 'driverBits'
>

const ALARM_EMERGENCY = 1 << 0
const ALARM_OVERSPEED = 1 << 1
const STATUS_ACC = 1 << 0
const STATUS_FUEL_CUT = 1 << 10
const STATUS_LOCKED = 1 << 12
const STATUS_GPS = 1 << 18
const STATUS_BEIDOU = 1 << 19
const STATUS_MOVING = 1 << 22
const SIGNAL_BRAKE = 1 << 4

/** The body of 0x0200: place, condition, and the items a recorder of this kind sends. */
export function positionBody(state: VehicleState, condition: DeviceCondition, localS: number): Position {
  const { signals } = condition
  const alarmBits =
    (signals?.alarmBits ?? 0) |
    (condition.emergency ? ALARM_EMERGENCY : 0) |
    (state.speedKmh > condition.topSpeedKmh ? ALARM_OVERSPEED : 0)
  return {
    alarmBits: alarmBits >>> 0,
    statusBits: statusBits(state, condition),
    latE6: state.latE6,
    lngE6: state.lngE6,
    altitudeM: state.altitudeM,
    speedDkmh: Math.round(state.speedKmh * 10),
    headingDeg: state.headingDeg,
    localTimeS: localS,
    timeBytes: timeBytes(localS),
    items: [...items(state), ...(signals ? signalItems(signals) : []), ...condition.happened],
  }
}

function statusBits(state: VehicleState, condition: DeviceCondition): number {
  const bits =
    STATUS_LOCATED |
    STATUS_GPS |
    STATUS_BEIDOU |
    (state.accOn ? STATUS_ACC : 0) |
    (condition.fuelCut ? STATUS_FUEL_CUT : 0) |
    (condition.doorsLocked ? STATUS_LOCKED : 0) |
    (condition.reportsMoving && state.speedKmh > 1 ? STATUS_MOVING : 0)
  return withHemisphere(bits, state.latE6, state.lngE6)
}

function items(state: VehicleState): PositionItem[] {
  return [
    { id: 0x01, value: u32(Math.floor(state.odometerM / 100)) },
    { id: 0x02, value: u16(state.fuelDl) },
    { id: 0x03, value: u16(Math.round(state.speedKmh * 10)) },
    { id: 0x25, value: u32(state.braking ? SIGNAL_BRAKE : 0) },
    { id: 0x30, value: Uint8Array.of(state.signal) },
    { id: 0x31, value: Uint8Array.of(state.satellites) },
    { id: 0x51, value: u16(signedByBit15(state.temperatureDecidegree)) },
    { id: 0x61, value: u16(state.voltageCentivolt) },
    healthItem(HEALTH),
  ]
}

/** A recorder in good health, with one card. */
const HEALTH = { percent: 96, cards: [88, -1] } as const

/** Item 0x14 repeats in short what the others report by channel. */
function signalItems(signals: Signals): PositionItem[] {
  const { videoLossBits, coveredBits, diskFaultBits, driverBits } = signals
  const summary = [videoLossBits, coveredBits, diskFaultBits].map((bits, bit) => (bits === 0 ? 0 : 1 << bit))
  const videoAlarmBits = summary.reduce(
    (all, bit) => all | bit,
    signals.videoAlarmBits | (driverBits === 0 ? 0 : 1 << 5),
  )
  return [
    { id: 0x14, value: u32(videoAlarmBits) },
    { id: 0x15, value: u32(videoLossBits) },
    { id: 0x16, value: u32(coveredBits) },
    { id: 0x17, value: u16(diskFaultBits) },
    { id: 0x18, value: Uint8Array.of(driverBits >> 8, driverBits, 0) },
    // The two lowest bits report sleep.
    { id: 0x2a, value: u16(signals.inputBits << 2) },
  ]
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value)
}

function u32(value: number): Uint8Array {
  return new ByteWriter(4).u32(value >>> 0).finish()
}

function signedByBit15(value: number): number {
  return value < 0 ? 0x8000 | -value : value
}
