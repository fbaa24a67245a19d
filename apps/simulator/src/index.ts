/**
 * Simulated recorders: devices that speak JT/T 808 and JT/T 1078 over real sockets. For the command line, for tests
 * (in process) and for load.
 */
export { type Fleet, startFleet } from './fleet.ts'
export { type LoadOptions, type LoadReport, type RunningLoad, startLoad } from './load/load.ts'
export { type GeneratedPoint, generateTrack, type TrackOrder } from './load/track-generator.ts'
export { townMap } from './map/index.ts'
export type { FleetOptions, FleetStats, Generation, Transport } from './options.ts'
export type { FaultName, Faults } from './scenarios/faults.ts'
export type { Scenario, ScenarioEvent } from './scenarios/scenario.ts'
export { type DeviceState, SimulatedDevice } from './terminal/device.ts'
export type { DevicePosition } from './terminal/device.types.ts'
export { plateOf } from './terminal/identity.ts'
