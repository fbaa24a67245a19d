// Belongs here: in which order a device is asked before a setting is written to it. Does not: who may do it (the service), how a
// value looks on the wire (setting-items.ts).
import type { RemoteParameterName } from '@fleetglass/contract/remote-settings'
import type { DeviceFamily } from '@fleetglass/jt808'
import type { DeviceParameters, Reported } from './device-parameters.ts'
import { idsBefore, itemsOf, noSuchSetting, type Values } from './setting-items.ts'
import { familyOf, type ParameterValues, placeOf, supportedOf } from './stored-settings.ts'

export interface SettingWriter {
  readAll(deviceId: string): Promise<Reported<ParameterValues>>
  /** With the family in whose places the settings were written. Throws for what the device does not have. */
  write(deviceId: string, model: DeviceFamily, values: Values): Promise<Reported<DeviceFamily>>
}

export function createSettingWriter(parameters: DeviceParameters): SettingWriter {
  /** Ids of devices that have reported their parameters; no more than are registered. */
  const reporting = new Set<string>()
  const readAll = async (deviceId: string): Promise<Reported<ParameterValues>> => {
    const received = await parameters.readAll(deviceId)
    if (received.kind === 'reported') reporting.add(deviceId)
    return received
  }

  /** What must be known before. A device that never reported its parameters may still take a setting of its family. */
  async function before(deviceId: string, model: DeviceFamily, names: readonly RemoteParameterName[]) {
    const all = await readAll(deviceId)
    if (all.kind === 'reported') {
      const family = familyOf(model, all.value)
      const has = new Set(supportedOf(all.value, family))
      demandAll(names, (name) => has.has(name))
      return { kind: 'reported', value: { family, stored: all.value } } as const
    }
    const isPlaced = (name: RemoteParameterName): boolean => placeOf(model, name) !== undefined
    if (reporting.has(deviceId) || (all.kind !== 'refused' && !names.every(isPlaced))) return all
    demandAll(names, isPlaced)
    const ids = idsBefore(names, model)
    const stored: Reported<ParameterValues> =
      ids.length === 0 ? { kind: 'reported', value: new Map() } : await parameters.read(deviceId, ids)
    return stored.kind === 'reported'
      ? ({ kind: 'reported', value: { family: model, stored: stored.value } } as const)
      : stored
  }

  return {
    readAll,
    async write(deviceId, model, values) {
      const known = await before(deviceId, model, [...values.keys()])
      if (known.kind !== 'reported') return known
      const { family, stored } = known.value
      // What the settings are a part of stays as it is.
      const written = itemsOf(values, stored, family)
      if (!written.ok) throw written.error
      const received = await parameters.write(deviceId, written.items)
      return received.kind === 'reported' ? { kind: 'reported', value: family } : received
    },
  }
}

function demandAll(names: readonly RemoteParameterName[], has: (name: RemoteParameterName) => boolean): void {
  const missing = names.find((name) => !has(name))
  if (missing !== undefined) throw noSuchSetting(missing)
}
