import { defineFeature } from '../define-feature.ts'
import { broadcastStream } from './broadcast.stream.ts'

export const broadcastFeature = defineFeature({
  name: 'broadcast',
  needs: ['clock', 'visibility', 'fleet', 'talkSessions', 'talkLog', 'site'],
  start: ({ site, ...parts }) => ({
    streams: { broadcast: broadcastStream({ ...parts, enabled: site.broadcast }) },
  }),
})
