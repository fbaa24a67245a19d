export { createEventPlans } from './event-plans.ts'
export type { EventPlans, PlanKey, StoredPlan } from './event-plans.types.ts'
