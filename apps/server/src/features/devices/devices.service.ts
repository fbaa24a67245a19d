import type { ExtraInfo } from '@fleetglass/contract/devices'
import type { Fleet } from '../../engines/fleet/index.ts'
import type { RegisteredDevice, Registry } from '../../engines/registry/index.ts'
import type { Account } from '../../platform/account/index.ts'
import { createRowWriter } from './rows.ts'
import type { Visibility } from './visibility.ts'

export interface DevicesDeps {
  readonly registry: Registry
  readonly fleet: Fleet
  readonly visibility: Visibility
}

/** How far a link has been told: what changed after it is new to the link. */
export interface ListMark {
  readonly fleetRevision: number
  readonly listVersion: number
}

export interface DeviceList {
  readonly rows: Iterable<string>
  readonly mark: ListMark
}

export interface ExtraInfoAnswer {
  readonly infos: Record<string, ExtraInfo>
  readonly listVersion: number
}

export interface Devices {
  /** Registered devices that the account sees, and for permission 0 those that are online and not registered. */
  fullList(account: Account): DeviceList
  /** The online ones, and registered ones whose row changed since `mark`. */
  changedList(account: Account, mark: ListMark): DeviceList
  row(account: Account, deviceId: string): string | undefined
  /** Of the devices that changed after that version of the list; -1 for all. */
  extraInfo(account: Account, sinceVersion: number): ExtraInfoAnswer
}

export function createDevices({ registry, fleet, visibility }: DevicesDeps): Devices {
  const writer = createRowWriter()
  // By device, the version of the list at its last change: a restart begins with full lists, so nothing is stored.
  const changedAt = new Map<string, number>()
  registry.onChange(({ kind, device }) => {
    if (kind === 'removed') changedAt.delete(device.deviceId)
    else changedAt.set(device.deviceId, registry.version)
  })

  function* registered(account: Account, wanted: (device: RegisteredDevice) => boolean): Generator<string> {
    for (const device of registry.all()) {
      if (visibility.sees(account, device) && wanted(device)) yield writer.row(device, fleet.get(device.deviceId))
    }
  }
  function* unregistered(account: Account): Generator<string> {
    if (!visibility.seesUnregistered(account)) return
    for (const live of fleet.all()) {
      if (live.online && registry.byId(live.deviceId) === undefined) yield writer.row(undefined, live)
    }
  }
  function* list(account: Account, wanted: (device: RegisteredDevice) => boolean): Generator<string> {
    yield* registered(account, wanted)
    yield* unregistered(account)
  }
  const now = (): ListMark => ({ fleetRevision: fleet.revision, listVersion: registry.version })

  return {
    fullList: (account) => ({ mark: now(), rows: list(account, () => true) }),
    changedList: (account, since) => ({
      mark: now(),
      rows: list(account, ({ deviceId }) => {
        const live = fleet.get(deviceId)
        if (live?.online || (live?.revision ?? 0) > since.fleetRevision) return true
        return (changedAt.get(deviceId) ?? 0) > since.listVersion
      }),
    }),
    row(account, deviceId) {
      const device = visibility.device(account, deviceId)
      const live = fleet.get(deviceId)
      if (device !== undefined) return writer.row(device, live)
      const isNew = live?.online === true && registry.byId(deviceId) === undefined
      return isNew && visibility.seesUnregistered(account) ? writer.row(undefined, live) : undefined
    },
    extraInfo(account, sinceVersion) {
      const changed = [...registry.all()].filter(
        (device) => visibility.sees(account, device) && (changedAt.get(device.deviceId) ?? 0) > sinceVersion,
      )
      const infos = Object.fromEntries(changed.map((device) => [device.deviceId, toExtraInfo(device)]))
      return { infos, listVersion: registry.version }
    },
  }
}

function toExtraInfo({ icon, chsort, chnames, plate, talkch, extid }: RegisteredDevice): ExtraInfo {
  return {
    icon,
    chsort: chsort === '' ? [] : chsort.split(',').map(Number),
    chnames: chnames === '' ? [] : chnames.split(','),
    plate,
    talkch,
    extid,
  }
}
