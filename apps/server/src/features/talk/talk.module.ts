import { defineFeature } from '../define-feature.ts'
import { talkEndpoints } from './talk.routes.ts'
import { talkStream } from './talk.stream.ts'

export const talkFeature = defineFeature({
  name: 'talk',
  needs: ['fleet', 'voices', 'talkLog', 'gate'],
  start({ fleet, voices, talkLog, gate }) {
    return {
      endpoints: talkEndpoints({ gate, talkLog }),
      streams: { talk: talkStream({ fleet, voices, talkLog }) },
      jobs: talkLog.jobs,
    }
  },
})
