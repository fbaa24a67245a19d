import { defineConsoleFeature } from '../define-console-feature.ts'

export const playbackFeature = defineConsoleFeature({
  name: 'playback',
  pages: [
    {
      path: '/splayback/:deviceid?',
      icon: 'playback',
      load: async () => ({ Page: (await import('./playback.page.tsx')).PlaybackPage }),
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
