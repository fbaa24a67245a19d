import { useCallback } from 'react'
import { useSite } from '../../platform/preferences/index.ts'
import type { Device } from './device.ts'
import { useFleet } from './fleet.react.tsx'

/** What a device is called where its id would stand: the plate where the site wants it and there is one (RIGHT-117). */
export function useDeviceLabel(device: Pick<Device, 'deviceId' | 'plate'>): string {
  const { plateAsLabel } = useSite()
  return (plateAsLabel && device.plate) || device.deviceId
}

/** The same by id, for what is told of a device when it happens. */
export function useLabelOf(): (deviceId: string) => string {
  const fleet = useFleet()
  const { plateAsLabel } = useSite()
  return useCallback(
    (deviceId) => (plateAsLabel && fleet.state.getState().devices.get(deviceId)?.plate) || deviceId,
    [fleet, plateAsLabel],
  )
}
