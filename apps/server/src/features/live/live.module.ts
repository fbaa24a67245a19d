import { RANDOM_DEVICE } from '@fleetglass/contract/streams'
import { defineFeature } from '../define-feature.ts'
import { gpsStream } from './gps.stream.ts'
import { pictureEndpoints } from './live.routes.ts'
import { liveStream } from './live.stream.ts'
import { randomStream } from './random.stream.ts'
import { startupTraceEndpoints } from './startup-trace.routes.ts'

/** Live pictures and positions of devices, and why there is no picture. */
export const liveFeature = defineFeature({
  name: 'live',
  needs: ['visibility', 'fleet', 'liveMedia', 'transcoded', 'gate', 'commands'],
  start({ visibility, fleet, liveMedia, transcoded, gate, commands }) {
    return {
      endpoints: [...pictureEndpoints({ gate, commands }), ...startupTraceEndpoints({ visibility, liveMedia })],
      streams: {
        live: liveStream({ liveMedia, transcoded, fleet }),
        gps: gpsStream({ fleet }),
        [RANDOM_DEVICE]: randomStream({ liveMedia, fleet, visibility }),
      },
    }
  },
})
