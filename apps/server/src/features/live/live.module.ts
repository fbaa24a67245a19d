import { RANDOM_DEVICE } from '@fleetglass/contract/streams'
import { protocolSettings } from '../../platform/listeners/index.ts'
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
  needs: ['visibility', 'fleet', 'liveMedia', 'transcoded', 'gate', 'commands', 'settings'],
  start({ visibility, fleet, liveMedia, transcoded, gate, commands, settings }) {
    const liveSwitch = createLiveSwitch(settings.open(protocolSettings))
    return {
      endpoints: [...pictureEndpoints({ gate, commands }), ...startupTraceEndpoints({ visibility, liveMedia })],
      streams: {
        live: liveStream({ liveMedia, transcoded, fleet, liveSwitch }),
        gps: gpsStream({ fleet }),
        [RANDOM_DEVICE]: randomStream({ liveMedia, fleet, visibility, liveSwitch }),
      },
      close: () => liveSwitch.close(),
    }
  },
})
