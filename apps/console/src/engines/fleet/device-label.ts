import { useSite } from '../../platform/preferences/index.ts'
import type { Device } from './device.ts'

/** What a device is called where its id would stand: the plate where the site wants it and there is one (RIGHT-117). */
export function useDeviceLabel(device: Pick<Device, 'deviceId' | 'plate'>): string {
  const { plateAsLabel } = useSite()
  return (plateAsLabel && device.plate) || device.deviceId
}
