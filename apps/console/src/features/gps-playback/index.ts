import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/gpsplayback', load: async () => ({ Page: (await import('./gps-playback.page.tsx')).GpsPlaybackPage }) },
]
