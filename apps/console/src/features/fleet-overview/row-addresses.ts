// Where the rows behind a figure are. A way is offered to those only who may open its page.
import { useMemo } from 'react'
import { eventQueryAddress, gpsPlaybackAddress, mileageAddress } from '../../platform/pages/index.ts'
import { useMayLive, useMayOpen, useMayPlayback } from '../../shared/access/index.ts'
import { overviewAddress, type ShownPeriod } from './shown-period.ts'

type Address = string | null

/** Addresses of rows; null where the user may not open the page. */
export interface RowAddresses {
  mileage(deviceId: string | null): Address
  events(asked?: {
    readonly deviceId?: string | null
    readonly codes?: readonly number[]
    readonly startS?: number
    readonly endS?: number
  }): Address
  /** The drives of a day, else the figures of the vehicle by day. */
  drives(deviceId: string): Address
  /** The recordings of a vehicle. */
  recordings(deviceId: string): Address
  /** A vehicle on the map, on a phone its live view. */
  device(deviceId: string): Address
}

export function useRowAddresses(shown: ShownPeriod): RowAddresses {
  const mayMileage = useMayOpen('/mileage')
  const mayEvents = useMayOpen('/queryeventex')
  const mayGps = useMayOpen('/gpsplayback')
  const mayMap = useMayOpen('/')
  const mayLive = useMayLive()
  const mayPlayback = useMayPlayback()
  return useMemo(() => {
    const { length, days, startS, endS } = shown
    return {
      mileage: (deviceId) => (mayMileage ? mileageAddress(days, deviceId ?? shown.deviceId) : null),
      events: (asked) => (mayEvents ? eventQueryAddress({ startS, endS, deviceId: shown.deviceId, ...asked }) : null),
      drives(deviceId) {
        if (length !== 'day') return overviewAddress(shown, { deviceId })
        return mayGps ? gpsPlaybackAddress(deviceId, { day: days.first, atS: null }) : null
      },
      recordings: (deviceId) => (mayPlayback ? `/splayback/${encodeURIComponent(deviceId)}?day=${days.last}` : null),
      device(deviceId) {
        const id = encodeURIComponent(deviceId)
        if (mayMap) return `/?device=${id}`
        return mayLive ? `/liveview/${id}` : null
      },
    }
  }, [shown, mayMileage, mayEvents, mayGps, mayMap, mayLive, mayPlayback])
}
