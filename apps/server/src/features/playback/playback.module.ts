import { createEventStore } from '../../services/events/index.ts'
import { defineFeature } from '../define-feature.ts'
import { playbackMessages } from './playback.channel.ts'
import { playbackEndpoints } from './playback.routes.ts'
import { playbackStream } from './playback.stream.ts'

/** Recordings of the server: what there is, and how it plays. */
export const playbackFeature = defineFeature({
  name: 'playback',
  needs: ['clock', 'log', 'database', 'visibility', 'recordings', 'transcoded'],
  start({ clock, log, database, visibility, recordings, transcoded }) {
    const events = createEventStore(database, clock)
    return {
      endpoints: playbackEndpoints({ clock, recordings, visibility }),
      messages: playbackMessages({ clock, recordings, events, visibility }),
      streams: { lopb: playbackStream({ clock, log, recordings, transcoded }) },
    }
  },
})
