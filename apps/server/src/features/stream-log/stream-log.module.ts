import { defineFeature } from '../define-feature.ts'
import { streamLogEndpoints } from './stream-log.routes.ts'

/** What users watched, played and downloaded. */
export const streamLogFeature = defineFeature({
  name: 'stream-log',
  needs: ['streamLog', 'visibility'],
  start: (parts) => ({ endpoints: streamLogEndpoints(parts), jobs: parts.streamLog.jobs }),
})
