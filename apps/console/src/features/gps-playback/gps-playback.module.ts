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
})
