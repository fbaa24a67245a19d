import { useCallback } from 'react'
import { useSite } from '../../platform/preferences/index.ts'
import type { Device } from './device.ts'
import { useFleet } from './fleet.react.tsx'

type Labelled = Pick<Device, 'deviceId' | 'plate'>

/** What a device is called where its id would stand: the plate where the site wants it and there is one (RIGHT-117). */
export function labelOf(device: Labelled, plateAsLabel: boolean): string {
  return (plateAsLabel && device.plate) || device.deviceId
}

export function useDeviceLabel(device: Labelled): string {
  const { plateAsLabel } = useSite()
  return labelOf(device, plateAsLabel)
}

/** The same by id, for what is told of a device when it happens. */
export function useLabelOf(): (deviceId: string) => string {
  const fleet = useFleet()
  const { plateAsLabel } = useSite()
  return useCallback(
    (deviceId) => labelOf(fleet.state.getState().devices.get(deviceId) ?? { deviceId, plate: '' }, plateAsLabel),
    [fleet, plateAsLabel],
  )
}
