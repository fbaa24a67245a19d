import { type Device, type ExtraInfo, type LastFix, printExtraInfo, toDevice } from '@fleetglass/contract/devices'
import { degreesFromE6 } from '@fleetglass/geo'
import type { Account, RegisteredDevice, Registry, Visibility } from '../directory/index.ts'
import type { Fleet, LiveDevice, LiveFix } from '../live-state/index.ts'
import { type RowWriter, rowFormFor, toRow } from './device-rows.ts'

export interface DevicesDeps {
  readonly registry: Registry
  readonly fleet: Fleet
  readonly visibility: Visibility
  readonly writer: RowWriter
}

/** The last revision that a link was sent: later changes are new to the link. */
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
  /** The same as values, with plate and external id. */
  device(account: Account, deviceId: string): Device | undefined
  /** The latest place of a device that is there for this account; `undefined` when it is not. */
  lastFix(account: Account, deviceId: string): LastFix | undefined
  /** Of the devices that changed after that version of the list; -1 for all. */
  extraInfo(account: Account, sinceVersion: number): ExtraInfoAnswer
}

export function createDevices({ registry, fleet, visibility, writer }: DevicesDeps): Devices {
  // By device, the version of the list at its last change: a restart begins with full lists, so nothing is stored.
  const changedAt = new Map<string, number>()
  registry.onChange(({ kind, device }) => {
    if (kind === 'removed') changedAt.delete(device.deviceId)
    else changedAt.set(device.deviceId, registry.version)
  })

  function* registered(account: Account, wanted: (device: RegisteredDevice) => boolean): Generator<string> {
    const form = rowFormFor(account)
    for (const { deviceId } of visibility.devices(account)) {
      // A long list is read in parts: a device that is gone or hidden by then has no row any more.
      const device = visibility.device(account, deviceId)
      if (device !== undefined && wanted(device)) yield writer.row(device, fleet.get(deviceId), form)
    }
  }
  function* unregistered(account: Account): Generator<string> {
    if (!visibility.seesUnregistered(account)) return
    const form = rowFormFor(account)
    for (const live of fleet.all()) {
      if (live.online && registry.byId(live.deviceId) === undefined) yield writer.row(undefined, live, form)
    }
  }
  function* list(account: Account, wanted: (device: RegisteredDevice) => boolean): Generator<string> {
    yield* registered(account, wanted)
    yield* unregistered(account)
  }
  const now = (): ListMark => ({ fleetRevision: fleet.revision, listVersion: registry.version })

  /** The device and what is known of it now; `undefined` when it is not there for this account. */
  function find(account: Account, deviceId: string): Found | undefined {
    const device = visibility.device(account, deviceId)
    const live = fleet.get(deviceId)
    if (device !== undefined) return { device, live }
    const isNew = live?.online === true && registry.byId(deviceId) === undefined
    return isNew && visibility.seesUnregistered(account) ? { device: undefined, live } : undefined
  }

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
      const found = find(account, deviceId)
      return found && writer.row(found.device, found.live, rowFormFor(account))
    },
    device(account, deviceId) {
      const found = find(account, deviceId)
      if (found === undefined) return undefined
      const { plate = '', externalId: extid = '' } = found.device ?? {}
      return toDevice(toRow(deviceId, found.device, found.live, rowFormFor(account)), { plate, extid })
    },
    lastFix(account, deviceId) {
      const found = find(account, deviceId)
      if (found === undefined) return undefined
      const { fix = null, satellites = null } = found.live ?? {}
      return fix === null ? null : { ...toPlain(fix), satellites }
    },
    extraInfo(account, sinceVersion) {
      const changed = visibility
        .devices(account)
        .filter(({ deviceId }) => (changedAt.get(deviceId) ?? 0) > sinceVersion)
      const infos = Object.fromEntries(changed.map((device) => [device.deviceId, printExtraInfo(device)]))
      return { infos, listVersion: registry.version }
    },
  }
}

interface Found {
  readonly device: RegisteredDevice | undefined
  readonly live: LiveDevice | undefined
}

function toPlain({ timeS, latE6, lngE6, speedKmh, headingDeg }: LiveFix): Omit<NonNullable<LastFix>, 'satellites'> {
  const [lat, lng] = [degreesFromE6(latE6), degreesFromE6(lngE6)]
  return { time: timeS, lat, lng, speedInKmh: speedKmh, trackingAngle: headingDeg }
}
