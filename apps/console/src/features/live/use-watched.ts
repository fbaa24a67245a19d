import { useState } from 'react'
import type { Device } from '../../engines/fleet/index.ts'

/** Whether a device is shown: it is online, or it was while it was watched here. */
export function useWatched(device: Device | undefined): boolean {
  const [watched, setWatched] = useState<string | null>(null)
  if (device?.online && watched !== device.deviceId) setWatched(device.deviceId)
  return device !== undefined && (device.online || watched === device.deviceId)
}
