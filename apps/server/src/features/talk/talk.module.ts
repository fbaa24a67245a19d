import { defineFeature } from '../define-feature.ts'
import { talkEndpoints } from './talk.routes.ts'
import { talkStream } from './talk.stream.ts'

export const talkFeature = defineFeature({
  name: 'talk',
  needs: ['fleet', 'talkSessions', 'talkLog', 'gate', 'visibility'],
  start({ fleet, talkSessions, talkLog, gate, visibility }) {
    return {
      endpoints: talkEndpoints({ gate, talkLog, visibility }),
      streams: { talk: talkStream({ fleet, talkSessions, talkLog }) },
      jobs: talkLog.jobs,
    }
  },
})
