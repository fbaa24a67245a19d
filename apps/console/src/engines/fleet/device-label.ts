import { useCallback } from 'react'
import { useSite } from '../../platform/preferences/index.ts'
import type { Device } from './device.ts'
import { useFleet } from './fleet.react.tsx'

type Labelled = Pick<Device, 'deviceId'> & Partial<Pick<Device, 'plate' | 'memo'>>

/** The name of a device, and the number that distinguishes it from others of this name: empty where it has no other name. */
export interface DeviceNames {
  readonly name: string
  readonly number: string
}

/** What stands where the id would: the plate where the site wants it and there is one (RIGHT-117). */
export function numberOf(device: Labelled, plateAsLabel: boolean): string {
  return (plateAsLabel && device.plate) || device.deviceId
}

export function namesOf(device: Labelled, plateAsLabel: boolean): DeviceNames {
  const number = numberOf(device, plateAsLabel)
  return device.memo ? { name: device.memo, number } : { name: number, number: '' }
}

/** What a device is called in one line: its name before its number. */
export function labelOf(device: Labelled, plateAsLabel: boolean): string {
  const { name, number } = namesOf(device, plateAsLabel)
  return number === '' ? name : `${isolated(name)} · ${number}`
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** A name that is read from right to left would take the number behind it to its other side. */
function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}

export function useDeviceNames(device: Labelled): DeviceNames {
  return namesOf(device, useSite().plateAsLabel)
}

export function useDeviceLabel(device: Labelled): string {
  return labelOf(device, useSite().plateAsLabel)
}

/** The same by id, for notices about a device. */
export function useLabelOf(): (deviceId: string) => string {
  const fleet = useFleet()
  const { plateAsLabel } = useSite()
  return useCallback(
    (deviceId) => labelOf(fleet.state.getState().devices.get(deviceId) ?? { deviceId }, plateAsLabel),
    [fleet, plateAsLabel],
  )
}
