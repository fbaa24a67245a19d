import type { RemoteParameterName } from '@fleetglass/contract/remote-settings'

/** What every control of a setting is given. */
export interface FieldProps {
  readonly name: RemoteParameterName
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly about: AboutDevice
}

/** What some controls must know of the device. */
export interface AboutDevice {
  readonly channels: number
  /** Seconds that its clock is ahead of UTC. */
  readonly zoneS: number
  /** Resolutions of its sub stream. */
  readonly resolutions: readonly string[]
}
