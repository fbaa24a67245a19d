// The one table of what a device can report, with the catalogue's number. A report without a row here is no
// event. Belongs here: numbers and names. Does not: how it is read from a message (reported.ts), when it is raised (causes.ts).
import { EventCode } from '@fleetglass/contract/events'
import type { AlarmName } from '@fleetglass/jt808'

/** A number of the catalogue, and how it is called where the catalogue has no English label for it. */
export interface Source {
  readonly code: number
  readonly name?: string
  readonly call?: boolean
}

/** Alarm bits of a position: JT/T 808-2013, table 24, and -2019. `null`: another item of the position says it better. */
export const alarmSources: Readonly<Record<AlarmName, Source | null>> = {
  // The call button: the driver requests a call.
  emergency: { code: EventCode.externalAlarm, name: 'Emergency button', call: true },
  // Beside the server's own limit, and with it reported once: ingest/rules.
  overspeed: null,
  fatigueDriving: { code: 710, name: 'Driver tired' },
  dangerWarning: { code: 750, name: 'Danger warning' },
  gnssModuleFault: { code: 751, name: 'Satellite receiver faulty' },
  gnssAntennaOpen: { code: 752, name: 'Satellite antenna disconnected' },
  gnssAntennaShort: { code: 753, name: 'Satellite antenna short-circuited' },
  mainSupplyLow: { code: 754, name: 'Supply voltage low' },
  mainSupplyLost: { code: 755, name: 'Supply lost' },
  displayFault: { code: 756, name: 'Display faulty' },
  ttsFault: { code: 757, name: 'Voice output faulty' },
  cameraFault: { code: 758, name: 'Camera faulty' },
  icCardReaderFault: { code: 759, name: 'Card reader faulty' },
  overspeedWarning: { code: 760, name: 'Close to the speed limit' },
  fatigueWarning: { code: 761, name: 'Driver soon tired' },
  ruleViolation: { code: 762, name: 'Rule broken' },
  tyrePressure: { code: 730, name: 'Tyre pressure' },
  rightTurnBlindArea: { code: 733, name: 'Blind spot, right' },
  drivingTimeExceeded: { code: 716, name: 'Driving too long' },
  parkedTooLong: { code: 763, name: 'Parked too long' },
  // Item 0x12 reports the direction.
  areaEnteredOrLeft: null,
  routeEnteredOrLeft: null,
  segmentTime: { code: 764, name: 'Time on a section of the route' },
  offRoute: { code: 765, name: 'Off the route' },
  speedSensorFault: { code: 766, name: 'Speed sensor faulty' },
  fuelAbnormal: { code: 767, name: 'Fuel level abnormal' },
  stolen: { code: 768, name: 'Vehicle stolen' },
  illegalIgnition: { code: 769, name: 'Ignition without permission' },
  illegalMovement: { code: 770, name: 'Moved without permission' },
  collision: { code: EventCode.gSensor },
  rollover: { code: EventCode.gSensor, name: 'Rollover' },
  illegalDoorOpening: { code: 771, name: 'Door opened without permission' },
}

/** Alarm bit 1 of a position that arrives late. */
export const overspeedSource: Source = { code: EventCode.overspeed }

/** Items of a position that say on which channel or disk: JT/T 1078-2016, table 13. */
export const videoSources = {
  videoLoss: { code: EventCode.videoLoss, name: 'Picture lost' },
  occlusion: { code: 772, name: 'Camera covered' },
  storageFault: { code: EventCode.diskError, name: 'Disk error' },
} as const satisfies Readonly<Record<string, Source>>

/** Bits of item 0x14 that no item of their own follows. */
export const videoAlarmSources: ReadonlyMap<number, Source> = new Map([
  [3, { code: 773, name: 'Video equipment faulty' }],
  [4, { code: 774, name: 'Overcrowded' }],
  [6, { code: 775, name: 'Alarm recordings fill their disk' }],
])

/** Bits of item 0x18: what the driver does. */
export const abnormalDrivingSources: readonly Source[] = [
  { code: 710, name: 'Driver tired' },
  { code: 711, name: 'Driver on the phone' },
  { code: 712, name: 'Driver smokes' },
]

/**
 * Item 0x2A, the state of inputs: bits 0 and 1 report sleep, the rest the standard leaves to the maker, who puts the wired inputs
 * there. The lamps and the brake of item 0x25 are no events: they come with every bend.
 */
export const gpioSource = (input: number): Source => ({ code: EventCode.gpio + input })
export const GPIO_INPUTS = 8
export const FIRST_GPIO_BIT = 2

/** Item 0x12: an area or route was entered (0) or left (1). */
export const areaSources: readonly Source[] = [{ code: EventCode.triggerIn }, { code: EventCode.triggerOut }]

/** Item 0x64, T/JSATL 12-2017, table 15. Lane departure and speed limits say more: see reported.ts. */
export const adasSources: ReadonlyMap<number, Source> = new Map<number, Source>([
  [1, { code: EventCode.forwardCollision, name: 'Forward collision' }],
  [3, { code: 704, name: 'Too close to the vehicle ahead' }],
  [4, { code: EventCode.pedestrian, name: 'Pedestrian ahead' }],
  [5, { code: 705, name: 'Lanes changed often' }],
  [6, { code: 706, name: 'Limit of a traffic sign exceeded' }],
  [7, { code: 707, name: 'Obstacle' }],
  [18, { code: 708, name: 'Solid line crossed' }],
  [19, { code: 709, name: 'Person in the aisle' }],
])
export const laneDepartureSources = {
  left: { code: EventCode.laneDepartureLeft, name: 'Lane left, left side' },
  right: { code: EventCode.laneDepartureRight, name: 'Lane left, right side' },
  unknown: { code: 722, name: 'Lane left, side not reported' },
} as const

/** The same by how much: `speedingCode`. */
export const speedingSource = (code: number, overKmh: number): Source => ({
  code,
  name: `Speeding, ${overKmh} km/h above the limit`,
})

/** Item 0x65, the same standard, table 17. */
export const dsmSources: ReadonlyMap<number, Source> = new Map([
  [1, { code: 710, name: 'Driver tired' }],
  [2, { code: 711, name: 'Driver on the phone' }],
  [3, { code: 712, name: 'Driver smokes' }],
  [4, { code: 713, name: 'Driver distracted' }],
  [5, { code: 714, name: 'Driver not seen' }],
  [6, { code: 715, name: 'Camera of the driver covered' }],
  [8, { code: 716, name: 'Driving too long' }],
  [10, { code: 717, name: 'Seat belt open' }],
  [11, { code: 718, name: 'Glasses block the infrared' }],
  [12, { code: 719, name: 'Hands off the wheel' }],
  [13, { code: 720, name: 'Driver plays with the phone' }],
  [17, { code: 721, name: 'Another driver' }],
])

/** Item 0x66: which tyre stands in the memo. */
export const tpmsSource: Source = { code: 730, name: 'Tyre pressure' }

/** Item 0x67. */
export const bsdSources: ReadonlyMap<number, Source> = new Map([
  [1, { code: 731, name: 'Blind spot, behind' }],
  [2, { code: 732, name: 'Blind spot, left' }],
  [3, { code: 733, name: 'Blind spot, right' }],
])

/** Item 0x70. */
export const harshDrivingSources: ReadonlyMap<number, Source> = new Map<number, Source>([
  [1, { code: EventCode.suddenAcceleration, name: 'Sudden acceleration' }],
  [2, { code: EventCode.suddenBraking, name: 'Sudden braking' }],
  [3, { code: 740, name: 'Sharp turn' }],
  [4, { code: EventCode.idle, name: 'Idle' }],
  [5, { code: 741, name: 'Engine stalled' }],
  [6, { code: 742, name: 'Coasting in neutral' }],
  [7, { code: 743, name: 'Engine speed too high' }],
])

/** What happens to the line and to the device as a whole. */
export const deviceSources = {
  online: { code: EventCode.online, name: 'Online' },
  offline: { code: EventCode.offline, name: 'Offline' },
  addressChanged: { code: EventCode.addressChanged, name: 'Address changed' },
  reboot: { code: EventCode.reboot, name: 'Restarted' },
  infoChanged: { code: EventCode.infoChanged, name: 'Device information changed' },
  receivedMessage: { code: EventCode.receivedMessage, name: 'Message of the driver' },
  notify: { code: EventCode.notify, name: 'Event chosen by the driver' },
} as const satisfies Readonly<Record<string, Source>>
