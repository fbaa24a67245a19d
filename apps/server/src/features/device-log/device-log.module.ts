import { defineFeature } from '../define-feature.ts'
import { followDevices } from './activity-log.ts'
import { deviceLogEndpoints } from './device-log.routes.ts'

export const deviceLogFeature = defineFeature({
  name: 'device-log',
  needs: ['storedEvents', 'streams', 'registry', 'deviceLog', 'gate'],
  start({ storedEvents, streams, registry, deviceLog, gate }) {
    const activityLog = followDevices({ storedEvents, streams, registry, deviceLog })
    return {
      endpoints: deviceLogEndpoints({ gate, deviceLog }),
      jobs: deviceLog.jobs,
      close: () => activityLog.close(),
    }
  },
})
