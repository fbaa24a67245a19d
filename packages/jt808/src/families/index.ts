import type { DeviceFamily } from './device-family.ts'
import { fleetglassFamily } from './fleetglass.ts'
import { standardFamily } from './standard.ts'

export type { DeviceFamily } from './device-family.ts'
export { fleetglassFamily } from './fleetglass.ts'
export { type DeviceHealth, healthItem, readHealth } from './fleetglass-health.ts'
export { SETTING_NAMES, type SettingName } from './setting-names.ts'
export { standardFamily } from './standard.ts'

/** Every family that has a file. The first is that of a device of which nothing else is known. */
export const deviceFamilies: readonly [DeviceFamily, ...DeviceFamily[]] = [standardFamily, fleetglassFamily]
