import { mayOpen, pageOf } from '@fleetglass/contract/pages'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const remotePlaybackFeature = defineConsoleFeature({
  name: 'remote-playback',
  pages: [
    {
      path: '/remoteplayback/:deviceid?',
      icon: 'cloud',
      load: async () => ({ Page: (await import('./remote-playback.page.tsx')).RemotePlaybackPage }),
    },
  ],
  deviceTargets: [
    {
      labelKey: 'page.remotePlayback',
      icon: 'cloud',
      may: (visitor) => mayOpen(pageOf('/remoteplayback/:deviceid?'), visitor),
      open: (deviceId) => `/remoteplayback/${encodeURIComponent(deviceId)}`,
    },
  ],
})
