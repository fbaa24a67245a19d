import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  {
    path: '/remoteplayback/:deviceid?',
    load: async () => ({ Page: (await import('./remote-playback.page.tsx')).RemotePlaybackPage }),
  },
]
