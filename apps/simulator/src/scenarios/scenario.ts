import type { PathPlace } from '../drive/index.ts'
import type { FaultName, Faults } from './faults.ts'

/** A fleet and what happens to it, as written in a scenario file. */
export interface Scenario {
  readonly name: string
  readonly description?: string
  readonly vehicles?: number
  readonly channels?: number
  readonly seed?: number
  readonly generation?: '2011' | '2013' | '2019' | 'mixed'
  readonly transport?: 'tcp' | 'udp'
  readonly intervalS?: number
  readonly video?: 'h264' | 'h265'
  readonly audio?: 'g711a' | 'g726' | 'none'
  /** The vehicles drive along it, one some seconds behind the other, instead of in a town. */
  readonly path?: readonly PathPlace[]
  readonly events: readonly ScenarioEvent[]
}

/** One fault from `atS` on, for `forS` seconds (to the end when absent), on some vehicles (all when absent). */
export interface ScenarioEvent {
  readonly atS: number
  readonly forS?: number
  /** Vehicles by their number from 0. */
  readonly vehicles?: readonly number[]
  readonly fault: FaultName
  readonly value: Faults[FaultName]
  /** The whole list of events begins again after this many seconds. */
  readonly everyS?: number
}
