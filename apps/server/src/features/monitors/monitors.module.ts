import { createTelematics } from '../../services/telematics/index.ts'
import { defineFeature } from '../define-feature.ts'
import { limitMessages } from './monitor-limits.ts'
import { monitorMessages, monitorRowsOf } from './monitors.channel.ts'
import { monitorEndpoints } from './monitors.routes.ts'

/** The internal pages. */
export const monitorsFeature = defineFeature({
  name: 'monitors',
  needs: [
    'clock',
    'config',
    'connectedDevices',
    'eventFetch',
    'eventProfiles',
    'footage',
    'log',
    'models',
    'registry',
    'settings',
    'streams',
    'viewers',
  ],
  start({ connectedDevices: lines, clock, config, log, settings, ...parts }) {
    const rows = monitorRowsOf({ ...parts, lines })
    const telematics = createTelematics({ clock, log, config })
    return {
      messages: [...monitorMessages(rows), ...limitMessages(settings)],
      endpoints: monitorEndpoints(rows, telematics),
    }
  },
})
