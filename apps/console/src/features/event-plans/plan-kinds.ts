// Belongs here: what the three kinds of plans differ in, as data. Does not: how they are shown (components).
import {
  CALL_S_DEFAULT,
  type DownloadPlan,
  downloadPlanSchema,
  downloadPlansPath,
  GLOBAL_PLAN,
  type PlanKind,
  type PushPlan,
  pushPlanSchema,
  pushPlansPath,
  type RealtimePlan,
  realtimePlanSchema,
  realtimePlansPath,
} from '@fleetglass/contract/event-plans'
import { ROOT_GROUP } from '@fleetglass/contract/groups'
import { z } from 'zod'

export type Plan = DownloadPlan | PushPlan | RealtimePlan

const schemas = {
  download: z.array(downloadPlanSchema),
  push: z.array(pushPlanSchema),
  realtime: z.array(realtimePlanSchema),
} as const

const place = {
  deviceid: GLOBAL_PLAN,
  groupid: ROOT_GROUP,
  appdevid: 15,
  updateMode: 'GLOBAL',
  updatetime: 0,
} as const

/** How a kind is called on the wire, and with what a new plan begins (PLAN-36, PLAN-37). */
export const planKinds = {
  download: {
    path: downloadPlansPath,
    field: 'eventDownloadPlan',
    titleKey: 'page.downloadPlans',
    initial: downloadPlanSchema.parse(place),
  },
  push: {
    path: pushPlansPath,
    field: 'pushEventPlan',
    titleKey: 'page.pushPlans',
    initial: { ...place, enable: 1, name: '', script: '' } satisfies PushPlan,
  },
  realtime: {
    path: realtimePlansPath,
    field: 'realtimeEventPlan',
    titleKey: 'page.realtimePlans',
    initial: realtimePlanSchema.parse({ ...place, call_time: CALL_S_DEFAULT }),
  },
} as const satisfies Readonly<
  Record<PlanKind, { readonly initial: Plan } & Record<'path' | 'field' | 'titleKey', string>>
>

export function readPlans(kind: PlanKind, answer: unknown): readonly Plan[] {
  return schemas[kind].parse(answer)
}

/** Whom a plan covers, and its code, as a call names them. */
export function placeOfPlan({ updateMode, deviceid, groupid, appdevid }: Plan) {
  return { deviceid, groupid, appdevid, updateMode }
}

/** Within one kind, a plan is named by whom it covers and by its code. */
export function keyOfPlan({ updateMode, deviceid, groupid, appdevid }: Plan): string {
  return `${updateMode} ${deviceid} ${groupid} ${appdevid}`
}
