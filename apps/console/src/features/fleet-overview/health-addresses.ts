// Where the rows behind the figures of a device are. A link is offered to those only who may open its page.
import { useMemo } from 'react'
import { eventQueryAddress, gpsPlaybackAddress } from '../../platform/pages/index.ts'
import { useMayLive, useMayOpen, useMayPlayback } from '../../shared/access/index.ts'
import type { HealthDay } from './shown-health.ts'

type Address = string | null

export interface HealthAddresses {
  /** The vehicle on the map, on a phone its live view. */
  device(deviceId: string): Address
  live(deviceId: string): Address
  /** Events of the shown days. */
  events(deviceId: string, codes?: readonly number[]): Address
  /** The positions of today, with what clocks said. */
  positions(deviceId: string): Address
  recordings(deviceId: string, day: string): Address
  info(deviceId: string): Address
}

export function useHealthAddresses(days: readonly HealthDay[]): HealthAddresses {
  const mayEvents = useMayOpen('/queryeventex')
  const mayGps = useMayOpen('/gpsplayback')
  const mayMap = useMayOpen('/')
  const mayInfo = useMayOpen('/devicemodelinfo')
  const mayLive = useMayLive()
  const mayPlayback = useMayPlayback()
  return useMemo(() => {
    const [startS = 0, endS = 0, today = ''] = [days[0]?.startS, days.at(-1)?.endS, days.at(-1)?.day]
    const live = (deviceId: string) => (mayLive ? `/liveview/${encodeURIComponent(deviceId)}` : null)
    return {
      device: (deviceId) => (mayMap ? `/?device=${encodeURIComponent(deviceId)}` : live(deviceId)),
      live,
      events: (deviceId, codes = []) => (mayEvents ? eventQueryAddress({ startS, endS, deviceId, codes }) : null),
      positions: (deviceId) => (mayGps ? gpsPlaybackAddress(deviceId, { day: today, atS: null }) : null),
      recordings: (deviceId, day) => (mayPlayback ? `/splayback/${encodeURIComponent(deviceId)}?day=${day}` : null),
      info: (deviceId) => (mayInfo ? `/devicemodelinfo?search=${encodeURIComponent(deviceId)}` : null),
    }
  }, [days, mayEvents, mayGps, mayMap, mayInfo, mayLive, mayPlayback])
}
