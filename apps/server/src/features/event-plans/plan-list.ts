// Belongs here: which plans an account sees and may change. Does not: calls (event-plans.routes.ts), what plans do (services).
import { AppError } from '@fleetglass/contract/errors'
import {
  EVENT_PLANS_MAX,
  GLOBAL_PLAN,
  type PlanKind,
  type PlanPlace,
  type PlanSettings,
} from '@fleetglass/contract/event-plans'
import { groupNumber, ROOT_GROUP } from '@fleetglass/contract/groups'
import type { Clock } from '../../platform/clock/index.ts'
import type { Account, Registry, Visibility } from '../../services/directory/index.ts'
import type { EventPlans, PlanKey, StoredPlan } from '../../services/event-plans/index.ts'

export interface PlanListDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly plans: EventPlans
  readonly registry: Pick<Registry, 'byKey' | 'groups'>
  readonly visibility: Pick<Visibility, 'device' | 'sees' | 'seesAll'>
}

/** A plan as the wire names it: whom it covers. */
interface ListedPlace {
  readonly deviceid: string
  readonly groupid: string
  readonly appdevid: number
  readonly updateMode: PlanPlace['updateMode']
  readonly updatetime: number
}

/** The plans of one kind. Each change answers with the list; it throws why nothing was changed. */
export interface PlanList<Wire> {
  /** Those for all devices, and those of devices and groups that the account sees. */
  list(account: Account): (ListedPlace & Wire)[]
  /** Adds or replaces the plan, one a device in mode DEVICE; it is no longer where `from` says. */
  save(account: Account, place: PlanPlace, fields: Wire, from?: PlanPlace): Promise<(ListedPlace & Wire)[]>
  remove(account: Account, place: PlanPlace): Promise<(ListedPlace & Wire)[]>
  /** All plans of these devices. */
  removeOfDevices(account: Account, deviceIds: string): Promise<(ListedPlace & Wire)[]>
}

/** How the settings of a kind are written on the wire. */
interface PlanWire<Kind extends PlanKind, Wire> {
  read(wire: Wire): PlanSettings[Kind]
  write(settings: PlanSettings[Kind]): Wire
  /** Fills in what the caller was not shown; throws where it cannot. `old` is the plan that is replaced, `others` those that the caller sees. */
  complete?(
    settings: PlanSettings[Kind],
    old: StoredPlan<Kind> | undefined,
    others: readonly StoredPlan<Kind>[],
  ): PlanSettings[Kind]
}

export function createPlanList<Kind extends PlanKind, Wire>(
  kind: Kind,
  wire: PlanWire<Kind, Wire>,
  { clock, plans, registry, visibility }: PlanListDeps,
): PlanList<Wire> {
  const seesGroup = (account: Account, group: number): boolean =>
    registry.groups.has(group) && (account.permission === 0 || registry.groups.contains(account.groupId, group))

  /** The device or the group in the names of the wire; `null` where the account does not see it. */
  const nameOf = (account: Account, { mode, target }: PlanKey): Pick<ListedPlace, 'deviceid' | 'groupid'> | null => {
    if (mode === 'GLOBAL') return { deviceid: GLOBAL_PLAN, groupid: '' }
    if (mode === 'GROUP') {
      if (!seesGroup(account, target)) return null
      return { deviceid: '', groupid: target === registry.groups.rootId ? ROOT_GROUP : String(target) }
    }
    const device = registry.byKey(target)
    return device !== undefined && visibility.sees(account, device) ? { deviceid: device.deviceId, groupid: '' } : null
  }

  const list = (account: Account): (ListedPlace & Wire)[] =>
    plans.list(kind).flatMap((plan) => {
      const name = nameOf(account, plan)
      if (name === null) return []
      const { code: appdevid, mode: updateMode, updatedS: updatetime } = plan
      return [{ ...name, appdevid, updateMode, ...wire.write(plan.settings), updatetime }]
    })

  const deviceKeys = (account: Account, ids: string): readonly number[] => {
    const named = new Set(
      ids
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    )
    if (named.size === 0) throw new AppError('plan-without-device')
    return [...named].map((id) => {
      const device = visibility.device(account, id)
      if (device === undefined) throw new AppError('unknown-device')
      return device.key
    })
  }

  /** Throws where the account may not change what covers these devices. */
  const keysOf = (account: Account, { updateMode: mode, deviceid, groupid, appdevid: code }: PlanPlace): PlanKey[] => {
    if (mode === 'DEVICE') return deviceKeys(account, deviceid).map((target) => ({ mode, target, code }))
    if (mode === 'GLOBAL') {
      if (!visibility.seesAll(account)) throw new AppError('permission-denied')
      return [{ mode, target: 0, code }]
    }
    const target = groupNumber(groupid, registry.groups.rootId)
    if (target === null || !seesGroup(account, target)) throw new AppError('unknown-group')
    return [{ mode, target, code }]
  }

  return {
    list,
    async save(account, place, fields, from) {
      const keys = keysOf(account, place)
      const former = from === undefined ? [] : keysOf(account, from)
      const settings = wire.read(fields)
      const updatedS = Math.floor(clock.nowMs() / 1000)
      await plans.change(kind, (stored) => {
        const visible = stored.filter((plan) => nameOf(account, plan) !== null)
        const old = new Map(stored.map((plan) => [placeOf(plan), plan]))
        const moved = former.flatMap((key) => old.get(placeOf(key)) ?? [])
        if (moved.length < former.length) throw new AppError('unknown-event-plan')
        const put = keys.map((key): StoredPlan<Kind> => {
          const replaced = moved[0] ?? old.get(placeOf(key))
          return { ...key, settings: wire.complete?.(settings, replaced, visible) ?? settings, updatedS }
        })
        const left = new Set(stored.filter((plan) => !moved.includes(plan)).map(placeOf))
        const count = new Set([...left, ...keys.map(placeOf)]).size
        if (count > stored.length && count > EVENT_PLANS_MAX) {
          throw new AppError('too-many-event-plans', { most: EVENT_PLANS_MAX })
        }
        return { remove: moved, put }
      })
      return list(account)
    },
    async remove(account, place) {
      const keys = new Set(keysOf(account, place).map(placeOf))
      await plans.change(kind, (stored) => {
        const remove = stored.filter((plan) => keys.has(placeOf(plan)))
        if (remove.length === 0) throw new AppError('unknown-event-plan')
        return { remove }
      })
      return list(account)
    },
    async removeOfDevices(account, deviceIds) {
      const keys = new Set(deviceKeys(account, deviceIds))
      await plans.change(kind, (stored) => ({
        remove: stored.filter(({ mode, target }) => mode === 'DEVICE' && keys.has(target)),
      }))
      return list(account)
    },
  }
}

function placeOf({ mode, target, code }: PlanKey): string {
  return `${mode} ${target} ${code}`
}
