import type { PageDescriptor } from '../../platform/pages/index.ts'

export const pages: readonly PageDescriptor[] = [
  {
    path: '/splayback/:deviceid?',
    titleKey: 'playback.title',
    right: 'P_lopb',
    nav: { order: 40, labelKey: 'nav.playback', icon: 'playback', to: '/splayback' },
    load: async () => ({ Page: (await import('./playback.page.tsx')).PlaybackPage }),
  },
]
