import type { PageDescriptor } from '../../platform/pages/index.ts'

export const pages: readonly PageDescriptor[] = [
  {
    path: '/blockview',
    titleKey: 'dashboard.title',
    mobileTitleKey: 'dashboard.mobileTitle',
    right: 'P_dash',
    nav: { order: 20, labelKey: 'nav.dashboard', icon: 'dashboard', to: '/blockview' },
    load: async () => ({ Page: (await import('./devices.page.tsx')).DevicesPage }),
  },
]

export { useMayLive, useMayPlayback } from './use-may-live.ts'
