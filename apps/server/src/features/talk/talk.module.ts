import { defineFeature } from '../define-feature.ts'
import { talkEndpoints } from './talk.routes.ts'
import { talkStream } from './talk.stream.ts'

export const talkFeature = defineFeature({
  name: 'talk',
  needs: ['fleet', 'talkSessions', 'talkLog', 'gate'],
  start({ fleet, talkSessions, talkLog, gate }) {
    return {
      endpoints: talkEndpoints({ gate, talkLog }),
      streams: { talk: talkStream({ fleet, talkSessions, talkLog }) },
      jobs: talkLog.jobs,
    }
  },
})
