import { defineFeature } from '../define-feature.ts'
import { netflowEndpoints } from './netflow.routes.ts'

/** What the lines of devices moved, day by day. */
export const netflowFeature = defineFeature({
  name: 'netflow',
  needs: ['traffic', 'utcOffsetS', 'visibility'],
  start: (parts) => ({ endpoints: netflowEndpoints(parts) }),
})
