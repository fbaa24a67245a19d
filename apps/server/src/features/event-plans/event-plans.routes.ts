import {
  advancedPlansAccess,
  downloadPlanRemovalSchema,
  downloadPlanSaveSchema,
  downloadPlansAccess,
  downloadPlansPath,
  type PlanPlace,
  pushPlanRemovalSchema,
  pushPlanSaveSchema,
  pushPlansPath,
  realtimePlanRemovalSchema,
  realtimePlanSaveSchema,
  realtimePlansPath,
} from '@fleetglass/contract/event-plans'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Account } from '../../services/directory/index.ts'
import type { DownloadPlanList, PushPlanList, RealtimePlanList } from './plan-kinds.ts'
import type { PlanList } from './plan-list.ts'

const nothing = z.object({})

/** `POST` and `PUT` do the same: `PUT` is what a console sends in mode GROUP (API2-093, API2-099). */
const saving = ['POST', 'PUT'] as const

export function downloadPlanEndpoints(plans: DownloadPlanList): HttpEndpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: downloadPlansPath,
      access: downloadPlansAccess,
      audit: 'Read the download plans',
      body: nothing,
      handle: ({ account }) => plans.list(account),
    }),
    ...saving.map((method) =>
      endpoint({
        method,
        path: downloadPlansPath,
        access: downloadPlansAccess,
        audit: 'Saved the download plan {eventDownloadPlan} for {deviceid}',
        body: downloadPlanSaveSchema,
        handle: ({ account, body: { eventDownloadPlan, deviceid, replaces } }) =>
          plans.save(account, placed(eventDownloadPlan, deviceid), eventDownloadPlan, replaces),
      }),
    ),
    endpoint({
      method: 'DELETE',
      path: downloadPlansPath,
      access: downloadPlansAccess,
      audit: 'Deleted the download plan {eventDownloadPlan} of {deviceid}',
      body: downloadPlanRemovalSchema,
      handle: ({ account, body: { eventDownloadPlan, deviceid } }) =>
        removed(plans, account, eventDownloadPlan, deviceid),
    }),
  ]
}

export function pushPlanEndpoints(plans: PushPlanList): HttpEndpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: pushPlansPath,
      access: advancedPlansAccess,
      audit: 'Read the push event plans',
      body: nothing,
      handle: ({ account }) => plans.list(account),
    }),
    ...saving.map((method) =>
      endpoint({
        method,
        path: pushPlansPath,
        access: advancedPlansAccess,
        audit: 'Saved the push event plan {pushEventPlan} for {deviceid}',
        body: pushPlanSaveSchema,
        handle: ({ account, body: { pushEventPlan, deviceid, replaces } }) =>
          plans.save(account, placed(pushEventPlan, deviceid), pushEventPlan, replaces),
      }),
    ),
    endpoint({
      method: 'DELETE',
      path: pushPlansPath,
      access: advancedPlansAccess,
      audit: 'Deleted the push event plan {pushEventPlan} of {deviceid}',
      body: pushPlanRemovalSchema,
      handle: ({ account, body: { pushEventPlan, deviceid } }) => removed(plans, account, pushEventPlan, deviceid),
    }),
  ]
}

export function realtimePlanEndpoints(plans: RealtimePlanList): HttpEndpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: realtimePlansPath,
      access: advancedPlansAccess,
      audit: 'Read the realtime event plans',
      body: nothing,
      handle: ({ account }) => plans.list(account),
    }),
    ...saving.map((method) =>
      endpoint({
        method,
        path: realtimePlansPath,
        access: advancedPlansAccess,
        audit: 'Saved the realtime event plan {realtimeEventPlan} for {deviceid}',
        body: realtimePlanSaveSchema,
        handle: ({ account, body: { realtimeEventPlan, deviceid, replaces } }) =>
          plans.save(account, placed(realtimeEventPlan, deviceid), realtimeEventPlan, replaces),
      }),
    ),
    endpoint({
      method: 'DELETE',
      path: realtimePlansPath,
      access: advancedPlansAccess,
      audit: 'Deleted the realtime event plan {realtimeEventPlan} of {deviceid}',
      body: realtimePlanRemovalSchema,
      handle: ({ account, body: { realtimeEventPlan, deviceid } }) =>
        removed(plans, account, realtimeEventPlan, deviceid),
    }),
  ]
}

function removed<Wire>(
  plans: PlanList<Wire>,
  account: Account,
  place: PlanPlace | undefined,
  deviceid: string | undefined,
): Promise<unknown> {
  return place === undefined
    ? plans.removeOfDevices(account, deviceid ?? '')
    : plans.remove(account, placed(place, deviceid))
}

function placed(place: PlanPlace, deviceid: string | undefined): PlanPlace {
  return deviceid === undefined ? place : { ...place, deviceid }
}
