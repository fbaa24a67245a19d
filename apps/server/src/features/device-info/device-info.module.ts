import { defineFeature } from '../define-feature.ts'
import { deviceInfoEndpoints } from './device-info.routes.ts'

export const deviceInfoFeature = defineFeature({
  name: 'device-info',
  needs: ['visibility', 'identities'],
  start: (parts) => ({ endpoints: deviceInfoEndpoints(parts) }),
})
