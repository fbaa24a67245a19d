import { defineFeature } from '../define-feature.ts'
import { downloadPlanEndpoints, pushPlanEndpoints, realtimePlanEndpoints } from './event-plans.routes.ts'
import { createDownloadPlans, createPushPlans, createRealtimePlans } from './plan-kinds.ts'

export const eventPlansFeature = defineFeature({
  name: 'event-plans',
  needs: ['clock', 'eventPlans', 'registry', 'visibility'],
  start({ eventPlans: plans, ...parts }) {
    const deps = { ...parts, plans }
    return {
      endpoints: [
        ...downloadPlanEndpoints(createDownloadPlans(deps)),
        ...pushPlanEndpoints(createPushPlans(deps)),
        ...realtimePlanEndpoints(createRealtimePlans(deps)),
      ],
    }
  },
})
