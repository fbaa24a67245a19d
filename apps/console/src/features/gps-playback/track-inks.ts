import type { TrackInk } from '../../engines/map/index.ts'

/** GPSP-51: the hour that is looked at, on the way of the first vehicle. */
export const hourInk: TrackInk = '--st-overSpeed'

const inks: readonly TrackInk[] = ['--st-idle', '--st-driving', '--st-recording', '--st-offline']

/** The colour of the vehicles that are shown together, in their order. */
export function trackInk(index: number): TrackInk {
  return inks[index % inks.length]!
}
