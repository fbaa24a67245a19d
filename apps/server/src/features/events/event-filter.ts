// Belongs here: the devices and times that a query of events means. Does not: how events are found (services/events).
import { AppError } from '@fleetglass/contract/errors'
import type { eventCountQuerySchema } from '@fleetglass/contract/events'
import { groupNumber } from '@fleetglass/contract/groups'
import type { z } from 'zod'
import type { Account, RegisteredDevice, Registry, Visibility } from '../../services/directory/index.ts'

export type EventFilters = z.output<typeof eventCountQuerySchema>

const DAY_S = 86_400

/** Devices that the caller sees, of those that the filters name: what is not visible is not there (EVT-39). */
export function devicesOf(
  deps: {
    readonly registry: Pick<Registry, 'groups'>
    readonly visibility: Pick<Visibility, 'device' | 'devices' | 'devicesIn'>
  },
  account: Account,
  { deviceid = '', groupid = '' }: EventFilters,
): readonly RegisteredDevice[] {
  const { visibility } = deps
  const inGroup = groupid === '' ? null : devicesBelow(deps, account, groupid)
  if (deviceid === '') return inGroup ?? visibility.devices(account)
  const device = visibility.device(account, deviceid)
  if (device === undefined) throw new AppError('unknown-device')
  return inGroup === null || inGroup.some(({ key }) => key === device.key) ? [device] : []
}

function devicesBelow(
  { registry, visibility }: Parameters<typeof devicesOf>[0],
  account: Account,
  groupid: string,
): readonly RegisteredDevice[] {
  const { rootId } = registry.groups
  const top = account.permission === 0 ? rootId : account.groupId
  const id = groupNumber(groupid, rootId)
  const group = registry.groups.below(top).find((candidate) => candidate.id === id)
  if (group === undefined) throw new AppError('unknown-group')
  const found = registry.groups.below(group.id).flatMap((one) => visibility.devicesIn(account, one.id))
  // A device may be in several groups.
  return [...new Map(found.map((device) => [device.key, device])).values()]
}

/** The times that all given filters leave, unix seconds, both included. */
export function timesOf(
  { afterTime = 0, beforeTime = Number.MAX_SAFE_INTEGER, date, afterDate, beforeDate, timeZone }: EventFilters,
  utcOffsetS: number,
): { readonly startS: number; readonly endS: number } {
  const offsetS = timeZone === undefined ? utcOffsetS : Math.round(timeZone * 3600)
  const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000 - offsetS
  const endOf = (day: string): number => startOf(day) + DAY_S - 1
  return {
    startS: Math.max(afterTime, ...[date, afterDate].flatMap((day) => (day === undefined ? [] : startOf(day)))),
    endS: Math.min(beforeTime, ...[date, beforeDate].flatMap((day) => (day === undefined ? [] : endOf(day)))),
  }
}
