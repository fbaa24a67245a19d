import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { ruleMessage } from '../../errors/index.ts'
import { DEVICE_ID_MAX } from '../devices/index.ts'
import { downloadFields, planPlaceFields, pushFields, realtimeFields } from './event-plans.wire.ts'

/** `GET` lists, `POST` and `PUT` add or replace, `DELETE` removes (API2-091 to API2-099). Each answers with the list. */
export const downloadPlansPath = '/gkevent/eventdownloadplan'
export const pushPlansPath = '/gkevent/pusheventplan'
export const realtimePlansPath = '/gkevent/realtimeeventplan'

/** RIGHT2-17. */
export const downloadPlansAccess: Requirement = { permissionBelow: 2 }
/** RIGHT2-18, RIGHT2-19. */
export const advancedPlansAccess: Requirement = requirements.advancedSettings

/** Of one kind; the next one is refused. */
export const EVENT_PLANS_MAX = 10_000
/** Devices of one call. */
export const PLAN_DEVICES_MAX = 5_000

/** One id, or a comma list of them. */
const deviceIdsSchema = z
  .string(ruleMessage('not-text'))
  .max(
    PLAN_DEVICES_MAX * (DEVICE_ID_MAX + 1),
    ruleMessage('too-long', { most: PLAN_DEVICES_MAX * (DEVICE_ID_MAX + 1) }),
  )

const placed = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.object({ ...planPlaceFields, deviceid: deviceIdsSchema.default(''), ...fields })

const deviceid = deviceIdsSchema.optional()

const placeSchema = placed({})
/** Whom the plans of a call cover. */
export type PlanPlace = Readonly<z.infer<typeof placeSchema>>
const place = placeSchema.optional()

/** `deviceid` beside the plan counts in place of the one in it. `replaces` is where the plan was until now, if it moves. */
export const downloadPlanSaveSchema = z.object({
  eventDownloadPlan: placed(downloadFields).refine(({ enupload, upload }) => enupload === 0 || upload !== '', {
    path: ['upload'],
    message: ruleMessage('empty'),
  }),
  deviceid,
  replaces: place,
})
export const pushPlanSaveSchema = z.object({ pushEventPlan: placed(pushFields), deviceid, replaces: place })
export const realtimePlanSaveSchema = z.object({
  realtimeEventPlan: placed(realtimeFields).refine(({ email_en, receivers }) => email_en === 0 || receivers !== '', {
    path: ['receivers'],
    message: ruleMessage('empty'),
  }),
  deviceid,
  replaces: place,
})

const isNamed = 'names neither a plan nor a device'

/** A plan with its place, or `deviceid` alone: all plans of that device (API2-099). */
export const downloadPlanRemovalSchema = z
  .object({ eventDownloadPlan: place, deviceid })
  .refine((body) => (body.eventDownloadPlan ?? body.deviceid) !== undefined, isNamed)
export const pushPlanRemovalSchema = z
  .object({ pushEventPlan: place, deviceid })
  .refine((body) => (body.pushEventPlan ?? body.deviceid) !== undefined, isNamed)
export const realtimePlanRemovalSchema = z
  .object({ realtimeEventPlan: place, deviceid })
  .refine((body) => (body.realtimeEventPlan ?? body.deviceid) !== undefined, isNamed)
