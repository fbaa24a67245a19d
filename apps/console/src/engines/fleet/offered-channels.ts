import { useMemo } from 'react'
import { useSite } from '../../platform/preferences/index.ts'
import type { Device, DeviceChannel } from './device.ts'

/** Of the available channels, in the device's order, those that may be opened (LIVE-48, CONST0-24 … 26). */
export function offeredChannels(channels: readonly DeviceChannel[], limit: number): readonly DeviceChannel[] {
  return channels.slice(0, limit)
}

/** The channels of a device that live views and playback offer here: the site sets the number. */
export function useOfferedChannels({ channels }: Device): readonly DeviceChannel[] {
  const limit = useSite().offeredChannels
  return useMemo(() => offeredChannels(channels, limit), [channels, limit])
}
