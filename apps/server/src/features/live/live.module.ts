import { RANDOM_DEVICE } from '@fleetglass/contract/streams'
import { protocolSettings } from '../../platform/listeners/index.ts'
import { createEventMediaFiles, createEventSnapshots } from '../../services/event-media/index.ts'
import { createEventQueries } from '../../services/events/index.ts'
import { defineFeature } from '../define-feature.ts'
import { gpsStream } from './gps.stream.ts'
import { pictureEndpoints } from './live.routes.ts'
import { liveStream } from './live.stream.ts'
import { createLiveSwitch } from './live-switch.ts'
import { randomStream } from './random.stream.ts'
import { startupTraceEndpoints } from './startup-trace.routes.ts'

/** Live pictures and positions of devices, and why there is no picture. */
export const liveFeature = defineFeature({
  name: 'live',
  needs: [
    'clock',
    'database',
    'dataFolder',
    'eventMedia',
    'visibility',
    'fleet',
    'liveMedia',
    'transcoded',
    'gate',
    'commands',
    'settings',
  ],
  start({ clock, database, dataFolder, eventMedia: media, settings, ...parts }) {
    const { visibility, fleet, liveMedia, transcoded, gate, commands } = parts
    const snapshots = createEventSnapshots({
      queries: createEventQueries(database, clock),
      media,
      files: createEventMediaFiles(dataFolder.path),
    })
    const liveSwitch = createLiveSwitch(settings.open(protocolSettings))
    return {
      endpoints: [
        ...pictureEndpoints({ clock, gate, commands, snapshots }),
        ...startupTraceEndpoints({ visibility, liveMedia }),
      ],
      streams: {
        live: liveStream({ liveMedia, transcoded, fleet, liveSwitch }),
        gps: gpsStream({ fleet }),
        [RANDOM_DEVICE]: randomStream({ liveMedia, fleet, visibility, liveSwitch }),
      },
      close: () => liveSwitch.close(),
    }
  },
})
