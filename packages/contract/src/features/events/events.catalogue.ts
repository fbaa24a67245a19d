/** The numbers of events that are named somewhere. Every other number of the catalogue has a label of its number only. */
export const EventCode = {
  online: 0,
  addressChanged: 1,
  reboot: 2,
  offline: 3,
  infoChanged: 4,
  systemUptime: 5,
  /** GPIO 0; the other seven follow. */
  gpio: 6,
  diskError: 14,
  overspeed: 15,
  idle: 16,
  videoLoss: 17,
  gSensor: 18,
  receivedMessage: 19,
  notify: 20,
  externalAlarm: 21,
  triggerIn: 51,
  triggerOut: 52,
  /** The first of three. */
  sdBackup: 90,
  lostCover: 98,
  schedule: 99,
  customFootage: 100,
  forwardCollision: 700,
  laneDepartureLeft: 701,
  laneDepartureRight: 702,
  pedestrian: 703,
  /** Speeding by 5 km/h; six more steps of 5 follow, up to +35. */
  speedingBy5: 1811,
  suddenAcceleration: 1818,
  suddenBraking: 1819,
  videoLossAlarm: 1820,
  audioLossAlarm: 1821,
} as const

/** What an event is about. */
export type EventFamily = 'device' | 'trigger' | 'backup' | 'recording' | 'alarm'

/** One number of the catalogue. */
export interface EventKind {
  readonly code: number
  readonly family: EventFamily
  /** EVTS-58 … EVTS-67. */
  readonly english?: string
  /** EVTS-49. */
  readonly chinese?: string
}

export const GPIO_INPUTS = 8
const LAST_DEVICE_EVENT = 24
/** Steps of 5 km/h. */
export const SPEEDING_STEPS = 7

const englishLabels: ReadonlyMap<number, string> = new Map([
  ...Array.from({ length: GPIO_INPUTS }, (_, n): [number, string] => [EventCode.gpio + n, `GPIO ${n}`]),
  [EventCode.overspeed, 'Overspeed'],
  [EventCode.gSensor, 'G-Sensor'],
  [EventCode.triggerIn, 'Trigger In'],
  [EventCode.triggerOut, 'Trigger Out'],
  ...[0, 1, 2].map((n): [number, string] => [EventCode.sdBackup + n, 'SD Backup']),
  [EventCode.lostCover, 'Lost Cover'],
  [EventCode.schedule, 'Schedule'],
  [EventCode.customFootage, 'Custom'],
])

const chineseLabels: ReadonlyMap<number, string> = new Map([
  [EventCode.forwardCollision, '前向碰撞报警'],
  [EventCode.laneDepartureLeft, '左车道偏离报警'],
  [EventCode.laneDepartureRight, '右车道偏离报警'],
  [EventCode.pedestrian, '行人碰撞报警'],
  ...Array.from({ length: SPEEDING_STEPS }, (_, n): [number, string] => [
    EventCode.speedingBy5 + n,
    `超速+${(n + 1) * 5}公里/小时`,
  ]),
  [EventCode.suddenAcceleration, '急加速报警'],
  [EventCode.suddenBraking, '急刹车报警'],
  [EventCode.videoLossAlarm, '视频丢失报警'],
  [EventCode.audioLossAlarm, '音频丢失报警'],
])

/** All numbers there are (EVTS-24 … EVTS-48, EVTS-68), lowest first. */
export const eventCatalogue: ReadonlyMap<number, EventKind> = new Map(
  [
    ...kinds('device', 0, LAST_DEVICE_EVENT),
    ...kinds('trigger', EventCode.triggerIn, EventCode.triggerOut),
    ...kinds('backup', EventCode.sdBackup, EventCode.sdBackup + 2),
    ...kinds('recording', EventCode.lostCover, EventCode.customFootage),
    ...kinds('alarm', EventCode.forwardCollision, 783),
    ...kinds('alarm', EventCode.speedingBy5, 1828),
  ].map((kind) => [kind.code, kind]),
)

function kinds(family: EventFamily, first: number, last: number): EventKind[] {
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const code = first + n
    const english = englishLabels.get(code)
    const chinese = family === 'alarm' ? (chineseLabels.get(code) ?? `报警 ${code}`) : undefined
    return { code, family, ...(english !== undefined && { english }), ...(chinese !== undefined && { chinese }) }
  })
}

/**
 * How an event is called (EVTS-69): by the name it brought, else by its English label, else by its Chinese one. `null`: by
 * its number, in the words of the language (`event.numbered`).
 */
export function eventLabel(code: number, name = ''): string | null {
  if (name !== '') return name
  const kind = eventCatalogue.get(code)
  return kind?.english ?? kind?.chinese ?? null
}

/** Speeding by how much: the step of 5 km/h that was reached, up to +35; `null` below the first. */
export function speedingCode(overKmh: number): number | null {
  const step = Math.min(Math.floor(overKmh / 5), SPEEDING_STEPS)
  return step < 1 ? null : EventCode.speedingBy5 + step - 1
}
