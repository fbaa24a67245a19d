import type { PageDescriptor } from '../../platform/pages/index.ts'

export const pages: readonly PageDescriptor[] = [
  {
    path: '/',
    titleKey: 'map.title',
    right: 'F_gps',
    nav: { order: 10, labelKey: 'nav.map', icon: 'map', to: '/' },
    desktopOnly: true,
    load: async () => ({ Page: (await import('./fleet-map.page.tsx')).FleetMapPage }),
  },
]
