import { AppError } from '@fleetglass/contract/errors'
import {
  deviceFirmwarePath,
  FIRMWARE_PLANS_MAX,
  type FirmwarePlan,
  firmwareAccess,
  firmwarePlanEditSchema,
  firmwarePlanRemovalSchema,
  firmwarePlansPath,
  newFirmwarePlanSchema,
} from '@fleetglass/contract/firmware'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Account, Registry } from '../../services/directory/index.ts'
import type { FirmwarePlans, StoredPlan } from '../../services/firmware/index.ts'
import type { DeviceFirmwares } from './device-firmwares.ts'

const EVERY_DEVICE = '*'

/** API2-122, API2-123. */
export const deviceFirmwareEndpoints = (devices: DeviceFirmwares): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: `${deviceFirmwarePath}/:deviceid`,
    access: firmwareAccess,
    audit: 'Read the firmware of device {deviceid}',
    body: z.object({}),
    handle({ account, params: { deviceid = EVERY_DEVICE } }) {
      return deviceid === EVERY_DEVICE ? devices.list(account) : [devices.one(account, deviceid)]
    },
  }),
]

export interface FirmwarePlanRouteDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly plans: FirmwarePlans
  readonly registry: Pick<Registry, 'groups'>
}

/** Automatic plans. An account sees and changes those for its own group and the groups below it. */
export function firmwarePlanEndpoints({ clock, plans, registry: { groups } }: FirmwarePlanRouteDeps): HttpEndpoint[] {
  const groupOf = ({ permission, groupId }: Account): number => (permission === 0 ? groups.rootId : groupId)
  const visible = (account: Account): StoredPlan[] =>
    plans
      .list()
      .filter(({ groupId }) => groups.contains(groupOf(account), groupId) || groupOf(account) === groups.rootId)
  const list = (account: Account): FirmwarePlan[] => visible(account).map(shown)
  const find = (account: Account, id: number): StoredPlan => {
    const plan = visible(account).find((one) => one.id === id)
    if (plan === undefined) throw new AppError('unknown-firmware-plan')
    return plan
  }
  const nowS = (): number => Math.floor(clock.nowMs() / 1000)
  return [
    endpoint({
      method: 'GET',
      path: firmwarePlansPath,
      access: firmwareAccess,
      audit: 'Read the automatic firmware plans',
      body: z.object({}),
      handle: ({ account }) => list(account),
    }),
    endpoint({
      method: 'POST',
      path: firmwarePlansPath,
      access: firmwareAccess,
      audit: 'Added an automatic firmware plan for {targetfw}',
      body: newFirmwarePlanSchema,
      async handle({ account, body: { targetfw, url, memo }, note }) {
        if (plans.list().length >= FIRMWARE_PLANS_MAX) {
          throw new AppError('firmware-plans-full', { most: FIRMWARE_PLANS_MAX })
        }
        note({ host: new URL(url).host })
        await plans.add({ target: targetfw, url, memo, groupId: groupOf(account), updatedS: nowS() })
        return list(account)
      },
    }),
    endpoint({
      method: 'PUT',
      path: firmwarePlansPath,
      access: firmwareAccess,
      audit: 'Changed the automatic firmware plan {autofwid}',
      body: firmwarePlanEditSchema,
      async handle({ account, body: { autofwid, targetfw, url, memo }, note }) {
        const plan = find(account, autofwid)
        if (url !== undefined) note({ host: new URL(url).host })
        await plans.replace({
          ...plan,
          target: targetfw ?? plan.target,
          url: url ?? plan.url,
          memo: memo ?? plan.memo,
          groupId: groupOf(account),
          updatedS: nowS(),
        })
        return list(account)
      },
    }),
    endpoint({
      method: 'DELETE',
      path: firmwarePlansPath,
      access: firmwareAccess,
      audit: 'Deleted the automatic firmware plan {autofwid}',
      body: firmwarePlanRemovalSchema,
      async handle({ account, body: { autofwid }, note }) {
        note({ targetfw: find(account, autofwid).target })
        await plans.remove(autofwid)
        return list(account)
      },
    }),
  ]
}

function shown({ id, target, url, memo, updatedS }: StoredPlan): FirmwarePlan {
  return { autofwid: id, targetfw: target, url, memo, updatetime: updatedS }
}
