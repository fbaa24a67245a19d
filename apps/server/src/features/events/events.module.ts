import { EVENT_PATH } from '@fleetglass/contract/events'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import { createEventMediaFiles, orphanedMedia } from '../../services/event-media/index.ts'
import { createEventQueries, createEventStore, eventRetention } from '../../services/events/index.ts'
import { databaseKeepSettings } from '../../services/retention/index.ts'
import { defineFeature } from '../define-feature.ts'
import { eventFileEndpoints } from './event-files.routes.ts'
import { createEventList } from './event-list.service.ts'
import { createEventSockets } from './event-socket.ts'
import { eventEndpoints } from './events.routes.ts'

export const eventsFeature = defineFeature({
  name: 'events',
  needs: [
    'clock',
    'log',
    'metrics',
    'settings',
    'storedEvents',
    'eventFetch',
    'eventPlans',
    'eventProfiles',
    'database',
    'registry',
    'visibility',
    'authenticator',
    'dataFolder',
    'autoUploads',
    'eventMedia',
    'gate',
    'recordings',
    'site',
    'utcOffsetS',
  ],
  start({ settings, database, ...parts }) {
    const sockets = createEventSockets(parts)
    const { clock, registry } = parts
    const store = createEventStore(database, clock)
    const list = createEventList({
      ...parts,
      queries: createEventQueries(database, clock),
      media: parts.eventMedia,
      uploads: parts.autoUploads,
      profiles: parts.eventProfiles,
    })
    const files = createEventMediaFiles(parts.dataFolder.path)
    const keepSettings = settings.open(databaseKeepSettings)
    return {
      endpoints: [
        ...eventEndpoints({ ...parts, list, limiter: createConcurrencyLimiter() }),
        ...eventFileEndpoints({ ...parts, list, media: parts.eventMedia, files }),
      ],
      sockets: { [EVENT_PATH]: sockets.route },
      jobs: [
        eventRetention({ clock, store, registry, defaultDays: () => keepSettings.value.events }),
        orphanedMedia({ media: parts.eventMedia, files }),
      ],
      close: () => sockets.close(),
    }
  },
})
