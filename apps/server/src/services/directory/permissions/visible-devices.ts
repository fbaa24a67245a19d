import type { GroupTree, RegisteredDevice } from '../devices/registry.types.ts'
import type { DirectoryChange } from '../directory-changes.ts'

/**
 * Which devices lie in a group or below it. The set of a group is made when it is first needed, from the devices of its subtree, and then
 * updated with each change: a change of a device costs the depth of its groups, a moved group costs the devices below it.
 */
export class VisibleDevices {
  #groups: GroupTree
  readonly #all = new DeviceSet()
  /** Devices directly in a group. */
  readonly #members = new Map<number, DeviceSet>()
  /** Devices in a group or below it: one set for each group that an account of this site has, so at most one a group. */
  readonly #below = new Map<number, DeviceSet>()

  constructor(groups: GroupTree, devices: Iterable<RegisteredDevice>) {
    this.#groups = groups
    for (const device of devices) {
      this.#all.put(device)
      for (const groupId of device.groups) this.#membersOf(groupId).put(device)
    }
  }

  /** Every device, by rising key. */
  all(): readonly RegisteredDevice[] {
    return this.#all.sorted()
  }

  /** Devices in the group or below it, by rising key. */
  below(groupId: number): readonly RegisteredDevice[] {
    return this.#setOf(groupId).sorted()
  }

  /** Devices directly in the group, by rising key. */
  in(groupId: number): readonly RegisteredDevice[] {
    return this.#members.get(groupId)?.sorted() ?? []
  }

  isBelow(groupId: number, deviceKey: number): boolean {
    return this.#setOf(groupId).has(deviceKey)
  }

  /** `groups`: as they are after the change. */
  apply(change: DirectoryChange, groups: GroupTree): void {
    if (change.of === 'device') this.#replace(change.device.key, change.kind === 'removed' ? undefined : change.device)
    else if (change.of === 'group' && change.kind === 'removed') this.#removeGroup(change.group.id, groups)
    else if (change.of === 'group') this.#moveGroup(change.group.id, groups)
  }

  #replace(key: number, device: RegisteredDevice | undefined): void {
    const before = this.#all.get(key)
    const left = new Set(this.#above(before))
    for (const groupId of before?.groups ?? []) this.#membersOf(groupId).delete(key)
    if (device === undefined) this.#all.delete(key)
    else {
      this.#all.put(device)
      for (const groupId of device.groups) this.#membersOf(groupId).put(device)
      for (const groupId of this.#above(device)) {
        left.delete(groupId)
        this.#below.get(groupId)?.put(device)
      }
    }
    for (const groupId of left) this.#below.get(groupId)?.delete(key)
  }

  #moveGroup(id: number, groups: GroupTree): void {
    const before = this.#groups.pathOf(id)
    this.#groups = groups
    const after = groups.pathOf(id)
    const moved = groups.below(id).flatMap((group) => this.in(group.id))
    for (const groupId of after.filter((one) => !before.includes(one))) {
      const joined = this.#below.get(groupId)
      if (joined !== undefined) for (const device of moved) joined.put(device)
    }
    for (const groupId of before.filter((one) => !after.includes(one))) {
      const left = this.#below.get(groupId)
      // A device of the moved group may still be below the old parent by another of its groups.
      const isGone = (device: RegisteredDevice): boolean => !device.groups.some((one) => groups.contains(groupId, one))
      if (left !== undefined) for (const { key } of moved.filter(isGone)) left.delete(key)
    }
  }

  /** Its devices were put into other groups before. */
  #removeGroup(id: number, groups: GroupTree): void {
    this.#groups = groups
    this.#members.delete(id)
    this.#below.delete(id)
  }

  #setOf(groupId: number): DeviceSet {
    const present = this.#below.get(groupId)
    if (present !== undefined) return present
    const made = new DeviceSet()
    for (const group of this.#groups.below(groupId)) for (const device of this.in(group.id)) made.put(device)
    if (this.#groups.has(groupId)) this.#below.set(groupId, made)
    return made
  }

  #membersOf(groupId: number): DeviceSet {
    const present = this.#members.get(groupId)
    if (present !== undefined) return present
    const made = new DeviceSet()
    this.#members.set(groupId, made)
    return made
  }

  /** Every group that has the device in it or below it. */
  #above(device: RegisteredDevice | undefined): readonly number[] {
    return device?.groups.flatMap((groupId) => this.#groups.pathOf(groupId)) ?? []
  }
}

/** Devices by key. The list in order is made when it is asked for after a change, and then reused. */
class DeviceSet {
  readonly #byKey = new Map<number, RegisteredDevice>()
  #sorted: readonly RegisteredDevice[] | null = null

  get(key: number): RegisteredDevice | undefined {
    return this.#byKey.get(key)
  }

  has(key: number): boolean {
    return this.#byKey.has(key)
  }

  put(device: RegisteredDevice): void {
    this.#byKey.set(device.key, device)
    this.#sorted = null
  }

  delete(key: number): void {
    if (this.#byKey.delete(key)) this.#sorted = null
  }

  sorted(): readonly RegisteredDevice[] {
    this.#sorted ??= [...this.#byKey.values()].sort((a, b) => a.key - b.key)
    return this.#sorted
  }
}
