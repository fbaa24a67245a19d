import { defineFeature } from '../define-feature.ts'
import { createRecordLists } from './record-lists.ts'
import { recordListEndpoints } from './remote-playback.routes.ts'
import { remotePlaybackStream } from './remote-playback.stream.ts'

/** Recordings that devices have stored themselves. */
export const remotePlaybackFeature = defineFeature({
  name: 'remote-playback',
  needs: ['clock', 'log', 'visibility', 'fleet', 'commands', 'playbacks', 'gapFills'],
  start({ clock, log, visibility, fleet, commands, playbacks, gapFills }) {
    return {
      endpoints: recordListEndpoints(createRecordLists({ visibility, commands })),
      streams: { repb: remotePlaybackStream({ clock, log, fleet, playbacks, gapFills }) },
    }
  },
})
