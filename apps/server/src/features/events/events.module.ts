import { EVENT_PATH } from '@fleetglass/contract/events'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import { createEventStore, eventRetention } from '../../services/events/index.ts'
import { defineFeature } from '../define-feature.ts'
import { createEventSockets } from './event-socket.ts'
import { eventEndpoints } from './events.routes.ts'

export const eventsFeature = defineFeature({
  name: 'events',
  needs: ['clock', 'config', 'log', 'metrics', 'storedEvents', 'database', 'registry', 'visibility', 'authenticator'],
  start({ config, database, ...parts }) {
    const sockets = createEventSockets(parts)
    const store = createEventStore(database)
    const { clock, registry } = parts
    return {
      endpoints: eventEndpoints({
        clock: parts.clock,
        store,
        visibility: parts.visibility,
        limiter: createConcurrencyLimiter(),
      }),
      sockets: { [EVENT_PATH]: sockets.route },
      jobs: [eventRetention({ clock, store, registry, defaultDays: config.eventDays })],
      close: () => sockets.close(),
    }
  },
})
