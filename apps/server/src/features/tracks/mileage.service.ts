import { failureTexts } from '@fleetglass/contract/envelope'
import type { Mileage, MileageRequest, Trip } from '@fleetglass/contract/tracks'
import { degreesFromE6, kmhFromDkmh, TripSummary } from '@fleetglass/geo'
import type { TrackPoint as StoredPoint } from '../../engines/position-log/index.ts'
import type { DriverTerm, RegisteredDevice, Registry } from '../../engines/registry/index.ts'
import type { Visibility } from '../../engines/visibility/index.ts'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import { createAccountTurns } from '../../platform/turns/index.ts'
import type { Devices } from '../devices/index.ts'
import type { TrackStore } from './tracks.store.ts'

export interface MileageDeps {
  readonly store: TrackStore
  readonly visibility: Visibility
  readonly devices: Pick<Devices, 'device'>
  readonly registry: Pick<Registry, 'driverTerms'>
}

/** Each throws a refusal for a device that is not there for the account, and while too much of the account is read. */
export interface MileageSummary {
  trip(account: Account, request: MileageRequest): Promise<Trip>
  /** With who the device is and how it is now. */
  summary(account: Account, request: MileageRequest): Promise<Mileage>
}

export function createMileage(deps: MileageDeps): MileageSummary {
  // Turns of their own: who looks at a vehicle does not wait for his tracks.
  const turns = createAccountTurns()
  async function trip(account: Account, { deviceid, afterTime, beforeTime }: MileageRequest): Promise<Trip> {
    const device = deps.visibility.device(account, deviceid)
    if (device === undefined) throw refused(failureTexts.unknownDevice)
    const release = await turns.take(account.id)
    try {
      const terms = await deps.registry.driverTerms(device.key, beforeTime)
      const pages = deps.store.between({ deviceKey: device.key, startS: afterTime, endS: beforeTime })
      return await sumUp(pages, device, terms)
    } finally {
      release()
    }
  }
  return {
    trip,
    async summary(account, request) {
      const sums = await trip(account, request)
      const device = deps.devices.device(account, request.deviceid)
      if (device === undefined) throw refused(failureTexts.unknownDevice)
      const { deviceid, vehicleid, extid, plate, drivername, driverlicense } = device
      const { status, satellites, status_time, gps_info } = device
      const who = { deviceid, vehicleid, extid, plate, drivername, driverlicense }
      return { ...who, status, satellites, status_time, gps_info, ...sums }
    },
  }
}

/** Page by page, in constant memory. */
async function sumUp(
  pages: AsyncIterable<StoredPoint[]>,
  { driver }: RegisteredDevice,
  terms: readonly DriverTerm[],
): Promise<Trip> {
  const all = new TripSummary()
  let driverS = 0
  for await (const page of pages) {
    for (const { timeS, latE6, lngE6, speedDkmh } of page) {
      const place = { lat: degreesFromE6(latE6), lng: degreesFromE6(lngE6) }
      const drivenS = all.add({ ...place, timeS, speedKmh: kmhFromDkmh(speedDkmh) })
      if (drivenS > 0) driverS += underName(driver, terms, timeS - drivenS, timeS)
    }
  }
  const { distanceM, overspeeds, stops, stoppedS, drivingS } = all.totals()
  return {
    distance: Math.round(distanceM) / 1000,
    oscount: overspeeds,
    parkcount: stops,
    parktime: stoppedS,
    totalDrivingtime: drivingS,
    driverDrivingtime: driverS,
  }
}

/** Seconds of `[fromS, toS)` in which the device's driver had this name; before the first term he had none. */
function underName(driver: string, terms: readonly DriverTerm[], fromS: number, toS: number): number {
  let seconds = 0
  for (let at = -1; at < terms.length; at++) {
    const name = terms[at]?.driver ?? ''
    const beginS = Math.max(fromS, terms[at]?.sinceS ?? fromS)
    const endS = Math.min(toS, terms[at + 1]?.sinceS ?? toS)
    if (name === driver && endS > beginS) seconds += endS - beginS
  }
  return seconds
}
