import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Account } from '../accounts/account.ts'
import type { DeviceGroup, RegisteredDevice } from '../devices/registry.types.ts'
import { createDirectoryChanges, type DirectoryChange } from '../directory-changes.ts'
import { createGroupTree } from '../groups/group-tree.ts'
import { createVisibility } from './visibility.ts'

const ROOT = 1
const KEYS = 12

/** A step of the model. Numbers are taken modulo the groups or devices there are. */
type Step =
  | { readonly kind: 'put'; readonly key: number; readonly groups: readonly number[] }
  | { readonly kind: 'remove'; readonly key: number }
  | { readonly kind: 'add group'; readonly parent: number }
  | { readonly kind: 'move group'; readonly group: number; readonly parent: number }
  | { readonly kind: 'ask'; readonly account: number; readonly permission: number }

const index = fc.nat({ max: 30 })
const key = fc.integer({ min: 1, max: KEYS })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), key, groups: fc.array(index, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('remove' as const), key }),
  fc.record({ kind: fc.constant('add group' as const), parent: index }),
  fc.record({ kind: fc.constant('move group' as const), group: index, parent: index }),
  fc.record({ kind: fc.constant('ask' as const), account: index, permission: fc.nat({ max: 2 }) }),
)

it('[RIGHT-076] is what a walk over all devices finds, whatever was added, moved, removed and asked before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const site = createSite()
      for (const one of steps) site.take(one)
      for (const permission of [0, 1]) {
        // One account moves through every group, so that sets that were never asked for are compared too.
        for (const groupId of [...site.groupIds(), 999]) site.compare(accountOf(groupId, permission))
      }
    }),
  )
})

it('a list that was handed out stays as it was', () => {
  const site = createSite()
  site.take({ kind: 'put', key: 2, groups: [0] })
  const account = accountOf(ROOT, 1)
  const before = site.visibility.devices(account)
  expect(site.visibility.devices(account)).toBe(before)
  site.take({ kind: 'put', key: 1, groups: [0] })
  expect(before.map((device) => device.key)).toEqual([2])
  expect(site.visibility.devices(account).map((device) => device.key)).toEqual([1, 2])
})

/** Devices and groups in plain maps, and a visibility that learns of them by changes alone. */
function createSite() {
  const groups = new Map<number, DeviceGroup>([[ROOT, { id: ROOT, parentId: null, name: 'All' }]])
  const devices = new Map<string, RegisteredDevice>()
  let tree = createGroupTree([...groups.values()])
  const changes = createDirectoryChanges()
  const visibility = createVisibility({
    registry: {
      byId: (deviceId) => devices.get(deviceId),
      all: () => devices.values(),
      get groups() {
        return tree
      },
    },
    changes,
  })
  const groupAt = (n: number): number => [...groups.keys()][n % groups.size] ?? ROOT
  const isBelow = (top: number, id: number): boolean => {
    for (let at: number | null = id; at !== null; at = groups.get(at)?.parentId ?? null) if (at === top) return true
    return false
  }
  const sees = ({ permission, groupId }: Account, device: RegisteredDevice): boolean =>
    permission === 0 || device.groups.some((id) => isBelow(groupId, id))

  function compare(account: Account): void {
    const wanted = [...devices.values()].filter((device) => sees(account, device)).sort((a, b) => a.key - b.key)
    expect(visibility.devices(account)).toEqual(wanted)
    for (const device of devices.values()) {
      expect(visibility.sees(account, device)).toBe(wanted.includes(device))
      expect(visibility.device(account, device.deviceId)).toBe(wanted.includes(device) ? device : undefined)
    }
    for (const id of groups.keys()) {
      expect(visibility.devicesIn(account, id)).toEqual(wanted.filter((device) => device.groups.includes(id)))
    }
  }

  function putDevice(n: number, groupIds: readonly number[]): DirectoryChange {
    const deviceId = `d${n}`
    const device = { key: n, deviceId, groups: groupIds } as Partial<RegisteredDevice> as RegisteredDevice
    const kind = devices.has(deviceId) ? 'edited' : 'added'
    devices.set(deviceId, device)
    return { of: 'device', kind, device }
  }

  function removeDevice(n: number): DirectoryChange | null {
    const device = devices.get(`d${n}`)
    if (device === undefined) return null
    devices.delete(device.deviceId)
    return { of: 'device', kind: 'removed', device }
  }

  function putGroup(id: number, parentId: number, kind: 'added' | 'moved'): DirectoryChange | null {
    if (kind === 'moved' && isBelow(id, parentId)) return null
    const group = { id, parentId, name: 'a group' }
    groups.set(id, group)
    return { of: 'group', kind, group }
  }

  function change(one: Exclude<Step, { kind: 'ask' }>): DirectoryChange | null {
    if (one.kind === 'put') return putDevice(one.key, [...new Set(one.groups.map(groupAt))])
    if (one.kind === 'remove') return removeDevice(one.key)
    if (one.kind === 'add group') return putGroup(groups.size + 1, groupAt(one.parent), 'added')
    return putGroup(groupAt(one.group), groupAt(one.parent), 'moved')
  }

  function take(one: Step): void {
    if (one.kind === 'ask') {
      // From now on a change has to update the set of this group.
      compare(accountOf(groupAt(one.account), one.permission))
      return
    }
    const changed = change(one)
    tree = createGroupTree([...groups.values()])
    if (changed !== null) changes.publish([changed])
  }
  return { visibility, take, compare, groupIds: () => groups.keys() }
}

function accountOf(groupId: number, permission: number): Account {
  return { id: 1, name: 'ann', access: '', groupId, permission }
}
