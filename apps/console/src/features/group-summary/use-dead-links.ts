import type { GroupLink } from '@fleetglass/contract/groups'
import { useEffect, useMemo, useRef } from 'react'
import { useFleet, useFleetState } from '../../engines/fleet/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useRemoveLink } from '../../shared/groups/index.ts'

/** GSUM-11. */
const DELAY_MS = 500

/**
 * Removes links to devices that are not in the device list, without a word to the user (GSUM-10). A device may be newer than the list:
 * a new list is requested, and a link is removed only when that one lacks its device too.
 */
export function useDeadLinks(links: readonly GroupLink[]): void {
  const clock = useClock()
  const fleet = useFleet()
  const { mutate } = useRemoveLink({ silent: true })
  const devices = useFleetState((state) => (state.loaded ? state.devices : null))
  const hasDead = useMemo(
    () => devices !== null && links.some(({ deviceid }) => !devices.get(deviceid)?.registered),
    [devices, links],
  )
  // A new list of links, which a new device list causes too, begins no new delay.
  const latest = useRef(links)
  useEffect(() => {
    latest.current = links
  }, [links])
  useEffect(() => {
    if (!hasDead) return
    const seenBeats = fleet.state.getState().beats
    fleet.flagChange()
    const timer = clock.every(DELAY_MS, () => {
      const { devices: listed, beats } = fleet.state.getState()
      if (beats === seenBeats) return
      timer.cancel()
      for (const link of latest.current) if (!listed.get(link.deviceid)?.registered) mutate(link)
    })
    return () => timer.cancel()
  }, [clock, fleet, hasDead, mutate])
}
