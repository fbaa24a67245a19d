import { failureTexts } from '@fleetglass/contract/envelope'
import { TRACK_POINTS_MAX, type TrackPoint, type TrackRequest, trackTexts } from '@fleetglass/contract/tracks'
import { degreesFromE6, kmhFromDkmh } from '@fleetglass/geo'
import type { TrackPoint as StoredPoint } from '../../engines/position-log/index.ts'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import type { Visibility } from '../devices/index.ts'
import type { TrackStore } from './tracks.store.ts'

export interface Tracks {
  /** Throws a refusal for a device that is not there for this account, and for a range that holds too much. */
  points(account: Account, request: TrackRequest): Promise<TrackPoint[]>
}

export function createTracks(deps: { readonly store: TrackStore; readonly visibility: Visibility }): Tracks {
  return {
    async points(account, { deviceid, start, end }) {
      const device = deps.visibility.device(account, deviceid)
      if (!device) throw refused(failureTexts.unknownDevice)
      const points = await deps.store.between(device.key, start, end, TRACK_POINTS_MAX + 1)
      if (points.length > TRACK_POINTS_MAX) throw refused(trackTexts.tooManyPoints)
      return points.map(toPoint)
    },
  }
}

function toPoint({ timeS, latE6, lngE6, speedDkmh, headingDeg }: StoredPoint): TrackPoint {
  const speedKmh = kmhFromDkmh(speedDkmh)
  return {
    time: timeS * 1000,
    lat: degreesFromE6(latE6),
    lng: degreesFromE6(lngE6),
    speed: speedKmh,
    speedInKmh: speedKmh,
    dir: headingDeg,
    trackingAngle: headingDeg,
  }
}
