import type { MarkedLog } from './position-log.types.ts'
import type { TrackMarks } from './track-marks.types.ts'

/** The marks of this node's log. Of a device that is not registered nothing is marked. */
export function createDirectTrackMarks(
  log: Pick<MarkedLog, 'freeMarks'>,
  deviceKeyOf: (deviceId: string) => number | undefined,
): TrackMarks {
  return {
    free: (deviceIds) => log.freeMarks(deviceIds.map(deviceKeyOf).filter((key) => key !== undefined)),
  }
}
