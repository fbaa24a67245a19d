import { hostname } from 'node:os'
import { createPerformanceRecords } from '../../services/performance/index.ts'
import { defineFeature } from '../define-feature.ts'
import { performanceEndpoints } from './performance.routes.ts'

/** How much work the servers did. */
export const performanceFeature = defineFeature({
  name: 'performance',
  needs: ['clock', 'database', 'log', 'metrics'],
  start({ clock, database, log, metrics }) {
    const records = createPerformanceRecords({ clock, database, log, metrics, server: hostname() })
    return {
      endpoints: performanceEndpoints({ clock, records }),
      jobs: records.jobs,
      close: () => records.close(),
    }
  },
})
