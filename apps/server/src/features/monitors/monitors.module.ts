import { defineFeature } from '../define-feature.ts'
import { monitorMessages } from './monitors.channel.ts'

/** The internal pages. */
export const monitorsFeature = defineFeature({
  name: 'monitors',
  needs: ['registry', 'connectedDevices', 'streams', 'viewers', 'footage', 'eventFetch'],
  start: ({ connectedDevices: lines, ...parts }) => ({ messages: monitorMessages({ ...parts, lines }) }),
})
