import { databaseKeepSettings } from '../../services/retention/index.ts'
import { createTrackRetentionStore, createTrackStore, trackRetention } from '../../services/tracks/index.ts'
import { defineFeature } from '../define-feature.ts'
import { mileageEndpoints, mileageMessages } from './mileage.routes.ts'
import { createMileage } from './mileage.service.ts'
import { createTrackFiles } from './track-files.ts'
import { trackEndpoints } from './tracks.routes.ts'
import { createTracks } from './tracks.service.ts'

/** Recorded positions of devices: tracks, trips, mileage, and tracks as files. */
export const tracksFeature = defineFeature({
  name: 'tracks',
  needs: ['clock', 'log', 'threads', 'database', 'settings', 'registry', 'visibility', 'devices', 'trackSums', 'gate'],
  start({ clock, log, threads, database, settings, registry, visibility, devices, trackSums, gate }) {
    const store = createTrackStore(database)
    const tracks = createTracks({ clock, store, visibility })
    const files = createTrackFiles({ clock, log, threads, store, visibility })
    const mileage = createMileage({ clock, store, sums: trackSums, visibility, devices, registry })
    const keepSettings = settings.open(databaseKeepSettings)
    const retention = trackRetention({
      clock,
      store: createTrackRetentionStore(database, log),
      keepDays: () => keepSettings.value.gps,
    })
    return {
      endpoints: [...trackEndpoints({ gate, tracks, files }), ...mileageEndpoints({ gate, mileage })],
      messages: mileageMessages(mileage),
      jobs: [retention],
      close: () => files.close(),
    }
  },
})
