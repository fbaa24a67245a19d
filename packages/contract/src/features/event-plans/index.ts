export {
  DELIVERIES_PAGE,
  deliveriesQuerySchema,
  deliveryAgainSchema,
  type EventDelivery,
  eventDeliveriesPath,
  eventDeliveriesSchema,
  webhookSecretPath,
  webhookSecretQuerySchema,
  webhookSecretSchema,
} from './deliveries.http.ts'
export {
  advancedPlansAccess,
  downloadPlanRemovalSchema,
  downloadPlanSaveSchema,
  downloadPlansAccess,
  downloadPlansPath,
  EVENT_PLANS_MAX,
  type PlanPlace,
  pushPlanRemovalSchema,
  pushPlanSaveSchema,
  pushPlansPath,
  realtimePlanRemovalSchema,
  realtimePlanSaveSchema,
  realtimePlansPath,
} from './event-plans.http.ts'
export {
  CALL_S_DEFAULT,
  type DownloadPlan,
  downloadPlanSchema,
  downloadSettings,
  downloadWire,
  type PushPlan,
  pushPlanSchema,
  pushSettings,
  pushWire,
  type RealtimePlan,
  realtimePlanSchema,
  realtimeSettings,
  realtimeWire,
} from './event-plans.wire.ts'
export {
  type DownloadSettings,
  GLOBAL_PLAN,
  type PlanKind,
  type PlanMode,
  type PlanSettings,
  type PushSettings,
  type RealtimeSettings,
} from './plan-settings.ts'
export { isMaskedUpload, isScript, isWebAddress, maskedUpload, unmaskedUpload } from './plan-targets.ts'
export {
  isInTimeParts,
  type MinuteRange,
  paintTimeParts,
  parseTimeParts,
  shiftTimeParts,
  timePartsText,
} from './time-parts.ts'
