import { WAY_POINTS_MAX } from '@fleetglass/contract/directions'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import { createDirectionsClient } from '../../services/directions/index.ts'
import { defineFeature } from '../define-feature.ts'
import { directionsEndpoints } from './directions.routes.ts'

export const directionsFeature = defineFeature({
  name: 'directions',
  needs: ['config', 'clock'],
  start({ config: { directions: url, directionsKind: kind }, clock }) {
    const directions = url === '' ? null : createDirectionsClient({ clock, url, kind, pointsMax: WAY_POINTS_MAX })
    return { endpoints: directionsEndpoints({ directions, limiter: createConcurrencyLimiter() }) }
  },
})
