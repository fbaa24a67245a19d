import { createEventQueries } from '../../services/events/index.ts'
import { createRecordedMinutes } from '../../services/recordings/index.ts'
import { createTrackStore } from '../../services/tracks/index.ts'
import { defineFeature } from '../define-feature.ts'
import { createFleetHealth } from './fleet-health.service.ts'
import { fleetOverviewEndpoints } from './fleet-overview.routes.ts'
import { createFleetFigures } from './fleet-overview.service.ts'
import { recordedMinutesRetention } from './recorded-minutes.job.ts'

/** What the fleet did in a period, compared with the period before, and how each device is now. */
export const fleetOverviewFeature = defineFeature({
  name: 'fleet-overview',
  needs: ['clock', 'database', 'fleet', 'identities', 'registry', 'trackSums', 'visibility'],
  start({ database, ...parts }) {
    const recorded = createRecordedMinutes(database)
    const sources = {
      ...parts,
      events: createEventQueries(database, parts.clock),
      recorded,
      tracks: createTrackStore(database),
    }
    return {
      endpoints: fleetOverviewEndpoints(createFleetFigures(sources), createFleetHealth(sources)),
      jobs: [recordedMinutesRetention({ clock: parts.clock, recorded })],
    }
  },
})
