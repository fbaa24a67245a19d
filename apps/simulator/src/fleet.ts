import type { FleetOptions, FleetStats } from './options.ts'
import type { SimulatedDevice } from './terminal/device.ts'

/** Running devices. `close` ends all connections and leaves no timer or socket; calling it again is harmless. */
export interface Fleet {
  readonly devices: readonly SimulatedDevice[]
  stats(): FleetStats
  close(): Promise<void>
}

/** Makes the devices and starts to connect them; resolves at once, connections follow at `connectRate`. */
export declare function startFleet(options: FleetOptions): Promise<Fleet>
