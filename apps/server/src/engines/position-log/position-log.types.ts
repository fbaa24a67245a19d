/** One stored point of a track. Integers only; the row is at most 40 bytes on disk with its index. */
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
  /** JT/T 808 alarm bits and status bits as sent. */
  readonly alarmBits: number
  readonly statusBits: number
  /** Odometer, metres; 0 when the device does not say. */
  readonly odometerM: number
}

/**
 * Every position is written once and acknowledged only when it is on disk: groups are committed at most 200 ms after
 * their first point, in a worker thread. Positions never drop; when `MAX_WAITING` points wait, `append` answers false
 * and the caller stops reading its socket until `onDrained`.
 */
export interface PositionLog {
  /** `committed` is called once, after the transaction that holds the point (or with an error when the disk refused). */
  append(point: TrackPoint, committed: (error?: Error) => void): boolean
  onDrained(listener: () => void): { close(): void }
  readonly waiting: number
  close(): Promise<void>
}
