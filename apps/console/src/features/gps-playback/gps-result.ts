import type { GpsEvent } from '@fleetglass/contract/tracks'
import type { Track } from './track.ts'

/** An event of the range with its name; `id` distinguishes it from the others. */
export interface TrackEvent extends GpsEvent {
  readonly id: string
  readonly name: string
  /** It was received after something newer of the vehicle. */
  readonly isLate: boolean
}

/** The result of a query. */
export interface GpsResult {
  readonly track: Track
  /** YYYY-MM-DD, in the browser's zone. */
  readonly day: string
  readonly events: readonly TrackEvent[]
}
