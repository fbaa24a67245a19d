import type { DeviceFamily } from './device-family.ts'

/** The project's own recorders: those of the simulator. */
export const fleetglassFamily: DeviceFamily = {
  name: 'fleetglass',
  models: [{ maker: 'FLEET', model: 'FG-MDVR4' }],
  formatCard: 0xa1,
}
