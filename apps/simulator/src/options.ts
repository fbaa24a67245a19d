import type { PathPlace } from './drive/index.ts'
import type { Clock } from './platform/clock/index.ts'
import type { Scenario } from './scenarios/scenario.ts'

export type Generation = '2011' | '2013' | '2019'
export type Transport = 'tcp' | 'udp'

/** How a fleet is made. Everything has a default but where the server is. */
export interface FleetOptions {
  /** Where the devices connect to: JT/T 808 over TCP or UDP, the same port. */
  readonly host: string
  readonly signallingPort: number
  /** Where they bring files on their own, FTP (7021). */
  readonly filesPort?: number
  /** How many vehicles (1). */
  readonly vehicles?: number
  /** Cameras of each vehicle, 1 to 16 (4). Views repeat after the fourth. */
  readonly channels?: number
  /** Seed of roads, routes, ids' order and noise (1). The same seed at the same time gives the same positions. */
  readonly seed?: number
  /** Which text of JT/T 808 the devices speak; `mixed` alternates 2013 and 2019 (`2013`). */
  readonly generation?: Generation | 'mixed'
  /** For signalling; media follow the ports of 0x9101 (`tcp`). */
  readonly transport?: Transport
  /** Seconds between positions (10), until 0x8103 sets another interval. May be a fraction. */
  readonly intervalS?: number
  /** Devices without cameras: 0x9101 and its kin are answered "not supported" (false). */
  readonly positionsOnly?: boolean
  /** Number of the first terminal; the others count up from it (`13800138001`). */
  readonly firstTerminalId?: string
  /** New connections per second at the start (500). */
  readonly connectRate?: number
  /** Minutes east of UTC of the device's clock; the standard says GMT+8 (480). */
  readonly utcOffsetMinutes?: number
  /** Latitude and longitude in degrees around which they drive (24.0786, 120.5285). */
  readonly centre?: { readonly lat: number; readonly lng: number }
  /** They drive along it and back instead of in a town, each vehicle 20 s behind the one before. */
  readonly path?: readonly PathPlace[]
  /** What happens over time, faults included. Its fleet fields stand back behind the options given here. */
  readonly scenario?: Scenario
  /** The video codec of the main stream (`h264`) and the audio of the streams (`g711a`). */
  readonly video?: 'h264' | 'h265'
  readonly audio?: 'g711a' | 'g726' | 'none'
  /** Hours of recordings the device already has when it starts (24). */
  readonly recordedHours?: number
  /** For tests: the time everything runs on. */
  readonly clock?: Clock
}

/** Sums over all devices since the start. */
export interface FleetStats {
  readonly vehicles: number
  readonly online: number
  /** Connections made, and lost without our doing. */
  readonly connects: number
  readonly disconnects: number
  readonly positionsSent: number
  readonly positionsAcknowledged: number
  /** Points that wait: in flight, or kept while offline. */
  readonly positionsWaiting: number
  /** Points given up because the memory of a device was full. */
  readonly positionsDropped: number
  readonly commandsAnswered: number
  /** Frames from the server that could not be read. */
  readonly badFrames: number
  readonly streams: number
  readonly mediaFrames: number
  readonly mediaBytes: number
  /** Video frames left out because the server read too slowly. */
  readonly mediaFramesShed: number
}
