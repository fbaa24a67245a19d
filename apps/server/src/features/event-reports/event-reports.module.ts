import { createEventReports, createReportStore, handOverReports } from '../../services/event-reports/index.ts'
import { defineFeature } from '../define-feature.ts'
import { eventReportEndpoints } from './event-reports.routes.ts'

const LOOK_MS = 60_000
const REMOVAL_MS = 6 * 3_600_000

/** Reports that are written at the end of each period. */
export const eventReportsFeature = defineFeature({
  name: 'event-reports',
  needs: [
    'clock',
    'database',
    'eventDeliveries',
    'eventProfiles',
    'fleet',
    'log',
    'recordings',
    'registry',
    'reportFolder',
    'trackSums',
  ],
  start({
    clock,
    database,
    eventDeliveries: deliveries,
    eventProfiles: profiles,
    fleet,
    recordings,
    registry,
    reportFolder: folder,
    trackSums,
    ...parts
  }) {
    const log = parts.log.child({ part: 'event reports' })
    const store = createReportStore(database)
    const sources = { store, registry, profiles, fleet, recordings, trackSums }
    const reports = createEventReports({ clock, log, store, folder, sources })
    return {
      endpoints: eventReportEndpoints({ clock, log, reports }),
      jobs: [
        {
          name: 'event-reports',
          schedule: { everyMs: LOOK_MS },
          async run(signal) {
            await reports.run(signal)
            await handOverReports({ log, store, deliveries }, signal)
          },
        },
        {
          name: 'event-report-files',
          schedule: { everyMs: REMOVAL_MS },
          needsTrustedTime: true,
          run: () => reports.removeOld(),
        },
      ],
    }
  },
})
