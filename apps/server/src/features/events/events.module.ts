import { EVENT_PATH } from '@fleetglass/contract/events'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import { createEventStore } from '../../services/events/index.ts'
import { defineFeature } from '../define-feature.ts'
import { createEventSockets } from './event-socket.ts'
import { eventEndpoints } from './events.routes.ts'

export const eventsFeature = defineFeature({
  name: 'events',
  needs: ['clock', 'log', 'metrics', 'bus', 'database', 'registry', 'visibility', 'authenticator'],
  start({ database, ...parts }) {
    const sockets = createEventSockets(parts)
    const store = createEventStore(database)
    return {
      endpoints: eventEndpoints({ store, visibility: parts.visibility, limiter: createConcurrencyLimiter() }),
      sockets: { [EVENT_PATH]: sockets.route },
      close: () => sockets.close(),
    }
  },
})
