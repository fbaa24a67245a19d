import type { PageDescriptor } from '../../platform/pages/index.ts'

export const pages: readonly PageDescriptor[] = [
  {
    path: '/liveview/:deviceid?',
    titleKey: 'live.title',
    right: 'P_live',
    nav: { order: 30, labelKey: 'nav.live', icon: 'live', to: '/liveview' },
    load: async () => ({ Page: (await import('./live.page.tsx')).LivePage }),
  },
]
