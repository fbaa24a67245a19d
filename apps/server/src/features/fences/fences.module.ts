import { createRuleDevices } from '../../services/areas/index.ts'
import { defineFeature } from '../define-feature.ts'
import { fenceEndpoints } from './fences.routes.ts'
import { createFences } from './fences.service.ts'

export const fencesFeature = defineFeature({
  name: 'fences',
  needs: ['rules', 'registry', 'visibility'],
  start({ rules, registry, visibility }) {
    const devices = createRuleDevices({ registry, visibility })
    return { endpoints: fenceEndpoints(createFences({ rules, devices })) }
  },
})
