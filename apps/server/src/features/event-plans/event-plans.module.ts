import { defineFeature } from '../define-feature.ts'
import { deliveryEndpoints } from './deliveries.routes.ts'
import { downloadPlanEndpoints, pushPlanEndpoints, realtimePlanEndpoints } from './event-plans.routes.ts'
import { createDownloadPlans, createPushPlans, createRealtimePlans } from './plan-kinds.ts'

export const eventPlansFeature = defineFeature({
  name: 'event-plans',
  needs: ['clock', 'eventDeliveries', 'eventPlans', 'registry', 'visibility'],
  start({ eventDeliveries, eventPlans: plans, ...parts }) {
    const deps = { ...parts, plans }
    return {
      endpoints: [
        ...downloadPlanEndpoints(createDownloadPlans(deps)),
        ...pushPlanEndpoints(createPushPlans(deps)),
        ...realtimePlanEndpoints(createRealtimePlans(deps)),
        ...deliveryEndpoints(eventDeliveries),
      ],
    }
  },
})
