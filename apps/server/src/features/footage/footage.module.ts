import { defineFeature } from '../define-feature.ts'
import { footageEndpoints } from './footage.routes.ts'
import { createFootageRequests } from './footage.service.ts'

export const footageFeature = defineFeature({
  name: 'footage',
  needs: [
    'clock',
    'log',
    'site',
    'utcOffsetS',
    'gate',
    'registry',
    'visibility',
    'footage',
    'footageEvents',
    'streamLog',
  ],
  start({ clock, log, site, utcOffsetS, gate, registry, visibility, footage, footageEvents: events, streamLog }) {
    const requests = createFootageRequests({ clock, registry, visibility, footage, events })
    return {
      endpoints: footageEndpoints({ clock, gate, log, requests, site, utcOffsetS, streamLog }),
      jobs: footage.jobs,
    }
  },
})
