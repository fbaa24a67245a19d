import { failureTexts } from '@fleetglass/contract/envelope'
import { TRACK_POINTS_MAX, type TrackPoint, type TrackRequest, trackTexts } from '@fleetglass/contract/tracks'
import { degreesFromE6, kmhFromDkmh } from '@fleetglass/geo'
import type { TrackPoint as StoredPoint } from '../../engines/position-log/index.ts'
import type { Visibility } from '../../engines/visibility/index.ts'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import { createAccountTurns } from '../../platform/turns/index.ts'

import type { TrackStore } from './tracks.store.ts'

/** Points that are read while they are sent. `close` is to be called when nobody reads any more. */
export interface Track {
  readonly pages: AsyncIterable<TrackPoint[]>
  readonly close: () => void
}

export interface Tracks {
  /**
   * Throws a refusal for a device that is not there for this account, for a range that holds too much, and while too many
   * tracks of the account are being read.
   */
  points(account: Account, request: TrackRequest): Promise<Track>
}

export function createTracks(deps: { readonly store: TrackStore; readonly visibility: Visibility }): Tracks {
  const turns = createAccountTurns()
  return {
    async points(account, { deviceid, start, end }) {
      const device = deps.visibility.device(account, deviceid)
      if (!device) throw refused(failureTexts.unknownDevice)
      const range = { deviceKey: device.key, startS: start, endS: end }
      const close = await turns.take(account.id)
      try {
        const count = await deps.store.count(range, TRACK_POINTS_MAX + 1)
        if (count > TRACK_POINTS_MAX) throw refused(trackTexts.tooManyPoints)
        return { pages: toPages(deps.store.between(range)), close }
      } catch (error) {
        close()
        throw error
      }
    },
  }
}

async function* toPages(pages: AsyncIterable<StoredPoint[]>): AsyncGenerator<TrackPoint[]> {
  for await (const page of pages) yield page.map(toPoint)
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
