import { mayOpen, pageOf } from '@fleetglass/contract/pages'
import { gpsPlaybackAddress } from '../../platform/pages/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const gpsPlaybackFeature = defineConsoleFeature({
  name: 'gps-playback',
  pages: [
    {
      path: '/gpsplayback',
      icon: 'route',
      load: async () => ({ Page: (await import('./gps-playback.page.tsx')).GpsPlaybackPage }),
    },
  ],
  deviceTargets: [
    {
      labelKey: 'page.gpsPlayback',
      icon: 'route',
      showsPast: true,
      may: (visitor) => mayOpen(pageOf('/gpsplayback'), visitor),
      open: gpsPlaybackAddress,
    },
  ],
})
