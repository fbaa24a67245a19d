// Belongs here: which family a device is of, and which words its maker gave to commands. Does not: what a family has
// (packages/jt808/src/families, a file each).
import { type DeviceFamily, deviceFamilies } from '@fleetglass/jt808'
import type { ConfiguredModel } from '../../platform/config/index.ts'
import type { DeviceIdentities } from './device-identity.types.ts'

/** What is known of the model of a device. */
export interface DeviceModel {
  /** As the device reported them; empty while it has not. */
  readonly maker: string
  readonly model: string
  readonly family: DeviceFamily
  /** Word of 0x8105 that formats the card: the configuration's, else the family's; `null` where nobody knows one. */
  readonly formatCard: number | null
}

export interface DeviceModels {
  of(deviceKey: number): DeviceModel
}

export function createDeviceModels(deps: {
  readonly identities: Pick<DeviceIdentities, 'of'>
  readonly configured: readonly ConfiguredModel[]
}): DeviceModels {
  return {
    of(deviceKey) {
      const { maker = '', model = '' } = deps.identities.of(deviceKey) ?? {}
      const entry = deps.configured.find((one) => one.model === model && (one.maker ?? maker) === maker)
      const family = familyOf(maker, model, entry?.family)
      return { maker, model, family, formatCard: entry?.formatCard ?? family.formatCard }
    },
  }
}

function familyOf(maker: string, model: string, configured: string | undefined): DeviceFamily {
  const byName = deviceFamilies.find(({ name }) => name === configured)
  const byModel = deviceFamilies.find(({ models }) => models.some((one) => one.maker === maker && one.model === model))
  return byName ?? byModel ?? deviceFamilies[0]
}
