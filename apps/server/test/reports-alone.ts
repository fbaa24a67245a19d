// What writes reports and PDF files, without the rest of the server: for the bench.
import type { Clock } from '../src/platform/clock/index.ts'
import type { Database } from '../src/platform/database/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import { createMetrics } from '../src/platform/metrics/index.ts'
import { createRecordingStore } from '../src/services/recordings/recording.store.ts'
import { createRecordingsFinder } from '../src/services/recordings/recordings-finder.ts'
import { createTrackSums } from '../src/services/tracks/index.ts'

export { sql } from 'kysely'
export { systemClock } from '../src/platform/clock/index.ts'
export { type Database, openDatabase } from '../src/platform/database/index.ts'
export { createLog } from '../src/platform/log/index.ts'
export { createPdfWriter, type TableDocument } from '../src/platform/pdf/index.ts'
export { ownThreads } from '../src/platform/worker/index.ts'
export { createEventReports, createReportStore, openReportFolder } from '../src/services/event-reports/index.ts'

/** Recordings of which none is running. */
export const recordingsAlone = (database: Database) =>
  createRecordingsFinder({
    store: createRecordingStore(database),
    running: { running: async () => [] },
    deviceIdOf: () => undefined,
    unindexed: () => [],
  })

/** Sums of tracks to which no point comes. */
export const trackSumsAlone = (database: Database, clock: Clock) =>
  createTrackSums({
    clock,
    database,
    log: createLog('silent'),
    metrics: createMetrics(),
    marks: { free: async () => undefined },
    registry: { byKey: () => undefined },
  })
