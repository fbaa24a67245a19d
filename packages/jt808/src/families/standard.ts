import type { DeviceFamily } from './device-family.ts'

/** Devices of which nothing is known but the standards. */
export const standardFamily: DeviceFamily = {
  name: 'standard',
  models: [],
  formatCard: null,
}
