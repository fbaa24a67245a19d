import { defineFeature } from '../../../apps/server/src/features/define-feature.ts'
import { onlineCountEndpoints } from './online-count.routes.ts'

export const onlineCountFeature = defineFeature({
  name: 'online-count',
  needs: ['visibility', 'fleet'],
  start: (parts) => ({ endpoints: onlineCountEndpoints(parts) }),
})
