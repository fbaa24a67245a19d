/** Names of the alarm bits of a position, bit 0 first. JT/T 808-2013, table 24; 15 to 17 are of 2019. */
export const ALARM_NAMES = [
  'emergency',
  'overspeed',
  'fatigueDriving',
  'dangerWarning',
  'gnssModuleFault',
  'gnssAntennaOpen',
  'gnssAntennaShort',
  'mainSupplyLow',
  'mainSupplyLost',
  'displayFault',
  'ttsFault',
  'cameraFault',
  'icCardReaderFault',
  'overspeedWarning',
  'fatigueWarning',
  'ruleViolation',
  'tyrePressure',
  'rightTurnBlindArea',
  'drivingTimeExceeded',
  'parkedTooLong',
  'areaEnteredOrLeft',
  'routeEnteredOrLeft',
  'segmentTime',
  'offRoute',
  'speedSensorFault',
  'fuelAbnormal',
  'stolen',
  'illegalIgnition',
  'illegalMovement',
  'collision',
  'rollover',
  'illegalDoorOpening',
] as const

/** Name of an alarm. */
export type AlarmName = (typeof ALARM_NAMES)[number]

/** From here on the standard names none; makers use them. */
const FIRST_FREE_BIT = 23

/** Names of the status bits with a meaning of their own, by bit; 8 and 9 give the load together. JT/T 808-2013, table 25. */
const STATUS_NAMES: readonly (readonly [bit: number, name: string])[] = [
  [0, 'accOn'],
  [1, 'located'],
  [2, 'south'],
  [3, 'west'],
  [4, 'outOfService'],
  [5, 'coordinatesEncrypted'],
  [6, 'collisionWarning'],
  [7, 'laneDeparture'],
  [10, 'fuelLineCut'],
  [11, 'circuitCut'],
  [12, 'doorsLocked'],
  [13, 'frontDoorOpen'],
  [14, 'middleDoorOpen'],
  [15, 'rearDoorOpen'],
  [16, 'driverDoorOpen'],
  [17, 'ownDoorOpen'],
  [18, 'gpsUsed'],
  [19, 'beidouUsed'],
  [20, 'glonassUsed'],
  [21, 'galileoUsed'],
  [22, 'moving'],
]

/** The alarms in a position, lowest bit first. */
export function alarmNames(alarmBits: number): AlarmName[] {
  return ALARM_NAMES.filter((_, bit) => alarmBits & (1 << bit))
}

/** The states of the vehicle in a position, lowest bit first; half and full load last. */
export function statusNames(statusBits: number): string[] {
  const names = STATUS_NAMES.filter(([bit]) => statusBits & (1 << bit)).map(([, name]) => name)
  const load = (statusBits >> 8) & 3
  if (load === 1) names.push('halfLoaded')
  if (load === 3) names.push('fullyLoaded')
  for (let bit = FIRST_FREE_BIT; bit < 32; bit++) if (statusBits & (1 << bit)) names.push(`bit${bit}`)
  return names
}

/** Names of set bits; a bit without a name appears as `bit` and its number. */
export function namesOfBits(bits: number, names: readonly (string | undefined)[]): string[] {
  const found: string[] = []
  for (let bit = 0; bit < 32; bit++) {
    if (bits & (1 << bit)) found.push(names[bit] ?? `bit${bit}`)
  }
  return found
}
