import { EVENT_PATH } from '@fleetglass/contract/events'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import { createEventStore, eventRetention } from '../../services/events/index.ts'
import { databaseKeepSettings } from '../../services/retention/index.ts'
import { defineFeature } from '../define-feature.ts'
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
    'eventProfiles',
    'database',
    'registry',
    'visibility',
    'authenticator',
  ],
  start({ settings, database, ...parts }) {
    const sockets = createEventSockets(parts)
    const { clock, registry } = parts
    const store = createEventStore(database, clock)
    const keepSettings = settings.open(databaseKeepSettings)
    return {
      endpoints: eventEndpoints({
        clock: parts.clock,
        store,
        profiles: parts.eventProfiles,
        visibility: parts.visibility,
        limiter: createConcurrencyLimiter(),
      }),
      sockets: { [EVENT_PATH]: sockets.route },
      jobs: [eventRetention({ clock, store, registry, defaultDays: () => keepSettings.value.events })],
      close: () => sockets.close(),
    }
  },
})
