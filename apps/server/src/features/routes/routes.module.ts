import { createRuleDevices } from '../../services/areas/index.ts'
import { defineFeature } from '../define-feature.ts'
import { plannedRouteEndpoints } from './routes.routes.ts'
import { createPlannedRoutes } from './routes.service.ts'

export const routesFeature = defineFeature({
  name: 'routes',
  needs: ['rules', 'registry', 'visibility'],
  start({ rules, registry, visibility }) {
    const devices = createRuleDevices({ registry, visibility })
    return { endpoints: plannedRouteEndpoints(createPlannedRoutes({ rules, devices })) }
  },
})
