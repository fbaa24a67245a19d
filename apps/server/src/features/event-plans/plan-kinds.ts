// Belongs here: the three kinds of plans, and what the list of one hides. Does not: who sees which plan (plan-list.ts).
import { AppError } from '@fleetglass/contract/errors'
import {
  type DownloadSettings,
  downloadSettings,
  downloadWire,
  isMaskedUpload,
  maskedUpload,
  pushSettings,
  pushWire,
  realtimeSettings,
  realtimeWire,
  unmaskedUpload,
} from '@fleetglass/contract/event-plans'
import type { StoredPlan } from '../../services/event-plans/index.ts'
import { createPlanList, type PlanList, type PlanListDeps } from './plan-list.ts'

export type DownloadPlanList = PlanList<ReturnType<typeof downloadWire>>
export type PushPlanList = PlanList<ReturnType<typeof pushWire>>
export type RealtimePlanList = PlanList<ReturnType<typeof realtimeWire>>

export function createDownloadPlans(deps: PlanListDeps): DownloadPlanList {
  return createPlanList(
    'download',
    {
      read: downloadSettings,
      write: (settings) => downloadWire({ ...settings, uploadUrl: maskedUpload(settings.uploadUrl) }),
      complete: withPassword,
    },
    deps,
  )
}

export function createPushPlans(deps: PlanListDeps): PushPlanList {
  return createPlanList('push', { read: pushSettings, write: pushWire }, deps)
}

export function createRealtimePlans(deps: PlanListDeps): RealtimePlanList {
  return createPlanList('realtime', { read: realtimeSettings, write: realtimeWire }, deps)
}

/**
 * PLAN-52: `***` keeps the password of the plan that is replaced. A plan that is saved for another device or code has that of a plan with the
 * same user and server.
 */
function withPassword(
  settings: DownloadSettings,
  old: StoredPlan<'download'> | undefined,
  others: readonly StoredPlan<'download'>[],
): DownloadSettings {
  if (!isMaskedUpload(settings.uploadUrl)) return settings
  for (const plan of old === undefined ? others : [old, ...others]) {
    const uploadUrl = unmaskedUpload(settings.uploadUrl, plan.settings.uploadUrl)
    if (uploadUrl !== null) return { ...settings, uploadUrl }
  }
  throw new AppError('upload-password-missing')
}
