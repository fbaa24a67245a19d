import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/splayback/:deviceid?', load: async () => ({ Page: (await import('./playback.page.tsx')).PlaybackPage }) },
]
