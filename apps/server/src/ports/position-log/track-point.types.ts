/** One stored point of a track. Integers only; at most 40 bytes on SQLite, its place in the tree included. */
export interface TrackPoint {
  readonly deviceKey: number
  /** Device time, unix seconds UTC. */
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
  readonly speedDkmh: number
  readonly headingDeg: number
  readonly altitudeM: number
  readonly satellites: number
  readonly signal: number
  /** JT/T 808 alarm bits as sent. */
  readonly alarmBits: number
  /** JT/T 808 status bits 0 to 22 as sent, and our own `NO_CLOCK`. */
  readonly statusBits: number
  /** Odometer, metres, kept in steps of 100 as devices send it; 0 when the device does not say. */
  readonly odometerM: number
  /** With `NO_CLOCK`: what the device's clock said, unix seconds; left out where it said nothing. */
  readonly saidS?: number
}
