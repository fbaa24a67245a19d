export type { CommitWaiter, MarkedLog, PositionLog, PositionLogStats } from './position-log.types.ts'
export type { TrackPoint } from './track-point.types.ts'
