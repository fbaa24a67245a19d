import { isDeepStrictEqual } from 'node:util'
import { audioOfChannel, type DeviceChannel } from '@fleetglass/contract/devices'
import { GROUPS_MAX } from '@fleetglass/contract/groups'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { createDirectoryChanges, type DirectoryChanges } from '../directory-changes.ts'
import { createGroupTree } from '../groups/group-tree.ts'
import { createRegistryStore, type DeviceEdit, type GroupEdit, type RegistryStore } from './registry.store.ts'
import type {
  DeviceGroup,
  DeviceRegistry,
  DriverTerm,
  GroupTree,
  RegisteredDevice,
  RegistryChange,
  Settings,
} from './registry.types.ts'

export interface RegistryDeps {
  readonly database: Database
  readonly clock: Clock
  /** How many devices can be registered. */
  readonly maxDevices: number
  /** Where changes are published; left out: only the registry's own listeners receive them. */
  readonly changes?: DirectoryChanges
}

/** The registry with its owner's handle: the devices feature adds and removes, everyone else reads. */
export interface Registry extends DeviceRegistry {
  /** The groups as they are now: read it again after a change. */
  readonly groups: GroupTree
  add(device: NewDevice): Promise<AddResult>
  /**
   * Changes settings of a device. `change` is asked when it is the change's turn, with the device as it is then; what it
   * throws is thrown here, and nothing is changed.
   */
  edit(deviceId: string, change: (device: RegisteredDevice) => Partial<Settings>): Promise<'edited' | 'unknown'>
  /** The same for several devices, all or none: `unknown` when one of them is not there. */
  editAll(
    deviceIds: readonly string[],
    change: (device: RegisteredDevice) => Partial<Settings>,
  ): Promise<'edited' | 'unknown'>
  remove(deviceId: string): Promise<'removed' | 'unknown'>
  /** `unknown`: there is no such parent. `taken`: it has a child of this name. `full`: there are as many groups as there may be. */
  addGroup(parentId: number, name: string): Promise<DeviceGroup | 'unknown' | 'taken' | 'full'>
  /**
   * Renames a group, moves it with everything below it, or both at once. `cycle`: the new parent lies below it, or it is the root.
   * `taken`: the parent has another child of this name.
   */
  changeGroup(id: number, edit: GroupEdit): Promise<'changed' | 'unknown' | 'cycle' | 'taken'>
  /**
   * Puts a registered device into these groups and no others; the first is the one that its record names. `unknown`: there is no
   * such device, or one of the groups does not exist, or none is given.
   */
  setGroups(deviceId: string, groups: readonly number[]): Promise<'set' | 'unknown'>
  /** The same with what the groups are at the change's turn. What `change` throws is thrown here, and nothing is changed. */
  changeGroups(deviceId: string, change: (device: RegisteredDevice) => readonly number[]): Promise<'set' | 'unknown'>
  /** Removes a group that nothing lies below and nobody belongs to. Devices that were in no other group are in the root group then. */
  removeGroup(id: number): Promise<'removed' | 'unknown' | 'root' | GroupUse>
  /** Who drove a device when, up to a time, oldest first; unknown before the first. */
  driverTerms(deviceKey: number, untilS: number): Promise<DriverTerm[]>
}

/** Why a group stays: how many groups lie directly below it, or how many users belong to it. */
export interface GroupUse {
  readonly groups: number
  readonly users: number
}

/** The properties of a new device; its other settings begin with their defaults. */
export interface NewDevice {
  readonly deviceId: string
  readonly channels: number
  readonly recording: boolean
  readonly groups: readonly number[]
}

export type AddResult =
  | { readonly kind: 'added'; readonly device: RegisteredDevice }
  | { readonly kind: 'already-registered' }
  | { readonly kind: 'full'; readonly maxDevices: number }

// The standard says that a device sends its times as GMT+8.
const STANDARD_UTC_OFFSET_MINUTES = 480
const DEFAULT_TALK_CHANNEL = 1

/** Loads the registered devices; resolves when they can be asked for. */
export async function createRegistry(given: RegistryDeps): Promise<Registry> {
  const deps = { ...given, changes: given.changes ?? createDirectoryChanges() }
  const store = createRegistryStore(deps.database)
  const { devices, version } = await store.load()
  const groups = createGroupTree(await store.groups())
  return new StoredRegistry({ ...deps, store, groups }, devices, version)
}

class StoredRegistry implements Registry {
  readonly #deps: Required<RegistryDeps> & { readonly store: RegistryStore }
  readonly #byId = new Map<string, RegisteredDevice>()
  readonly #byKey = new Map<number, RegisteredDevice>()
  #groups: GroupTree
  #version: number
  /** Changes come one after the other, so that what is in memory is in the order of the commits. */
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(
    deps: Required<RegistryDeps> & { readonly store: RegistryStore; readonly groups: GroupTree },
    devices: readonly RegisteredDevice[],
    version: number,
  ) {
    this.#deps = deps
    this.#groups = deps.groups
    this.#version = version
    for (const device of devices) this.#store(device)
  }

  byId(deviceId: string): RegisteredDevice | undefined {
    return this.#byId.get(deviceId)
  }

  byKey(key: number): RegisteredDevice | undefined {
    return this.#byKey.get(key)
  }

  all(): Iterable<RegisteredDevice> {
    return this.#byId.values()
  }

  get size(): number {
    return this.#byId.size
  }

  get groups(): GroupTree {
    return this.#groups
  }

  get version(): number {
    return this.#version
  }

  onChange(listener: (change: RegistryChange) => void): { close(): void } {
    return this.#deps.changes.subscribe('state', (changes) => {
      for (const change of changes) if (change.of === 'device') listener(change)
    })
  }

  add(device: NewDevice): Promise<AddResult> {
    return this.#inTurn(async () => {
      const { store, maxDevices } = this.#deps
      if (this.#byId.has(device.deviceId)) return { kind: 'already-registered' }
      if (this.#byId.size >= maxDevices) return { kind: 'full', maxDevices }
      const added = await store.add(device.deviceId, defaultSettings(device), device.groups)
      this.#version = added.version
      this.#store(added.device)
      this.#deps.changes.publish([{ of: 'device', kind: 'added', device: added.device }])
      return { kind: 'added', device: added.device }
    })
  }

  edit(deviceId: string, change: (device: RegisteredDevice) => Partial<Settings>): Promise<'edited' | 'unknown'> {
    return this.editAll([deviceId], change)
  }

  editAll(
    deviceIds: readonly string[],
    change: (device: RegisteredDevice) => Partial<Settings>,
  ): Promise<'edited' | 'unknown'> {
    return this.#inTurn(async () => {
      const before = [...new Set(deviceIds)].map((deviceId) => this.#byId.get(deviceId))
      if (!before.every((device) => device !== undefined)) return 'unknown'
      const edits = before
        .map((device) => ({ device, change: differences(device, change(device)) }))
        .filter((edit) => Object.keys(edit.change).length > 0)
      await this.#edit(edits)
      return 'edited'
    })
  }

  driverTerms(deviceKey: number, untilS: number): Promise<DriverTerm[]> {
    return this.#deps.store.driverTerms(deviceKey, untilS)
  }

  remove(deviceId: string): Promise<'removed' | 'unknown'> {
    return this.#inTurn(async () => {
      const device = this.#byId.get(deviceId)
      if (device === undefined) return 'unknown'
      this.#version = (await this.#deps.store.remove(device.key, this.#nowS())).version
      this.#byId.delete(deviceId)
      this.#byKey.delete(device.key)
      this.#deps.changes.publish([{ of: 'device', kind: 'removed', device }])
      return 'removed'
    })
  }

  addGroup(parentId: number, name: string): Promise<DeviceGroup | 'unknown' | 'taken' | 'full'> {
    return this.#inTurn(async () => {
      if (!this.#groups.has(parentId)) return 'unknown'
      if (this.#isTaken(parentId, name)) return 'taken'
      if (this.#groups.size >= GROUPS_MAX) return 'full'
      const added = await this.#deps.store.addGroup(parentId, name)
      this.#takeGroups(added)
      this.#deps.changes.publish([{ of: 'group', kind: 'added', group: added.group }])
      return added.group
    })
  }

  setGroups(deviceId: string, groups: readonly number[]): Promise<'set' | 'unknown'> {
    return this.changeGroups(deviceId, () => groups)
  }

  changeGroups(deviceId: string, change: (device: RegisteredDevice) => readonly number[]): Promise<'set' | 'unknown'> {
    return this.#inTurn(async () => {
      const device = this.#byId.get(deviceId)
      if (device === undefined) return 'unknown'
      const wanted = [...new Set(change(device))]
      if (wanted.length === 0 || !wanted.every((id) => this.#groups.has(id))) return 'unknown'
      const isSame = wanted.length === device.groups.length && wanted.every((id, n) => id === device.groups[n])
      if (!isSame) await this.#edit([{ device, change: {}, groups: wanted }])
      return 'set'
    })
  }

  changeGroup(id: number, edit: GroupEdit): Promise<'changed' | 'unknown' | 'cycle' | 'taken'> {
    return this.#inTurn(async () => {
      const group = this.#groups.get(id)
      if (group === undefined) return 'unknown'
      const { name = group.name, parentId = group.parentId } = edit
      const isMoved = parentId !== group.parentId
      if (!isMoved && name === group.name) return 'changed'
      if (isMoved && (parentId === null || !this.#groups.has(parentId))) return 'unknown'
      if (isMoved && parentId !== null && this.#groups.contains(id, parentId)) return 'cycle'
      if (parentId !== null && this.#isTaken(parentId, name)) return 'taken'
      const changed = await this.#deps.store.editGroup(id, edit)
      this.#takeGroups(changed)
      this.#deps.changes.publish([{ of: 'group', kind: isMoved ? 'moved' : 'renamed', group: changed.group }])
      return 'changed'
    })
  }

  removeGroup(id: number): Promise<'removed' | 'unknown' | 'root' | GroupUse> {
    return this.#inTurn(async () => {
      const group = this.#groups.get(id)
      if (group === undefined) return 'unknown'
      if (group.parentId === null) return 'root'
      const below = this.#groups.childrenOf(id).length
      if (below > 0) return { groups: below, users: 0 }
      const edits = [...this.#byId.values()]
        .filter(({ groups }) => groups.includes(id))
        .map((device) => ({ device, change: {}, groups: withoutGroup(device, id, this.#groups.rootId) }))
      const removed = await this.#deps.store.removeGroup(id, edits, this.#nowS())
      if ('users' in removed) return { groups: 0, users: removed.users }
      for (const device of removed.devices) this.#store(device)
      this.#takeGroups(removed)
      this.#deps.changes.publish([
        ...removed.devices.map((device) => ({ of: 'device', kind: 'edited', device }) as const),
        { of: 'group', kind: 'removed', group },
      ])
      return 'removed'
    })
  }

  #isTaken(parentId: number, name: string): boolean {
    return this.#groups.childrenOf(parentId).some((child) => child.name === name)
  }

  async #edit(edits: readonly DeviceEdit[]): Promise<void> {
    if (edits.length === 0) return
    const { devices, version } = await this.#deps.store.edit(edits, this.#nowS())
    this.#version = version
    for (const device of devices) this.#store(device)
    this.#deps.changes.publish(devices.map((device) => ({ of: 'device', kind: 'edited', device })))
  }

  #takeGroups({ groups, version }: { readonly groups: readonly DeviceGroup[]; readonly version: number }): void {
    this.#groups = createGroupTree(groups)
    this.#version = version
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.nowMs() / 1000)
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(change)
    // The next change does not care how this one ended; who asked for it does.
    this.#lastChange = done.catch(() => {})
    return done
  }

  #store(device: RegisteredDevice): void {
    this.#byId.set(device.deviceId, device)
    this.#byKey.set(device.key, device)
  }
}

/** A device that would be in no group is in the root group. */
export function withoutGroup({ groups }: RegisteredDevice, groupId: number, rootId: number): readonly number[] {
  const left = groups.filter((one) => one !== groupId)
  return left.length > 0 ? left : [rootId]
}

function differences(before: RegisteredDevice, change: Partial<Settings>): Partial<Settings> {
  const names = Object.keys(change) as (keyof Settings)[]
  return Object.fromEntries(
    names
      .filter((name) => change[name] !== undefined && !isDeepStrictEqual(change[name], before[name]))
      .map((name) => [name, change[name]]),
  )
}

/** Every channel is there, sent as main stream, and recorded with its sound where recording is asked for. */
export function recordingDefaults(channels: readonly Pick<DeviceChannel, 'number' | 'name'>[]) {
  return {
    channels: channels.map(({ number, name }) => ({
      number,
      name,
      enabled: true,
      record: true,
      stream: 'main',
      audio: audioOfChannel('multi-recorded', DEFAULT_TALK_CHANNEL, number),
    })),
    audio: 'multi-recorded',
    retentionDays: 0,
    trafficLimit: { enforced: false, kbPerMonth: 0 },
  } satisfies Partial<Settings>
}

function defaultSettings({ channels, recording }: NewDevice): Settings {
  return {
    channelOrder: [],
    talkChannel: DEFAULT_TALK_CHANNEL,
    video: recording ? 'record-enabled' : 'live-only',
    utcOffsetMinutes: STANDARD_UTC_OFFSET_MINUTES,
    eventRetentionDays: 0,
    videoLossIntervalS: 0,
    timeZoneFollowsPosition: false,
    driver: '',
    driverLicence: '',
    memo: '',
    plate: '',
    externalId: '',
    icon: 0,
    mapLocation: '',
    ...recordingDefaults(Array.from({ length: channels }, (_, index) => ({ number: index + 1, name: null }))),
  }
}
