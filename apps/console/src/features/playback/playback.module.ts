import { mayOpen, pageOf } from '@fleetglass/contract/pages'
import { momentQuery } from '../../platform/pages/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'
import { playbackAddress } from './playback-address.ts'

export const playbackFeature = defineConsoleFeature({
  name: 'playback',
  pages: [
    {
      path: '/splayback/:deviceid?',
      icon: 'playback',
      load: async () => ({ Page: (await import('./playback.page.tsx')).PlaybackPage }),
    },
  ],
  deviceTargets: [
    {
      labelKey: 'nav.playback',
      icon: 'playback',
      showsPast: true,
      may: (visitor) => mayOpen(pageOf('/splayback/:deviceid?'), visitor),
      open: (deviceId, moment) =>
        playbackAddress(encodeURIComponent(deviceId)) + (moment === null ? '' : `?${momentQuery(moment)}`),
    },
  ],
  // `playbackKey` reads them.
  shortcuts: [
    {
      titleKey: 'nav.playback',
      keys: [
        ['Space / K', 'keyboard.play'],
        ['J', 'keyboard.backwards'],
        ['L', 'keyboard.forwards'],
        ['← →', 'keyboard.seconds'],
        ['↑ ↓', 'keyboard.minutes'],
        [', .', 'keyboard.frames'],
        ['+ −', 'keyboard.zoom'],
        ['[ ]', 'keyboard.cut'],
      ],
    },
  ],
})
