import { defineConsoleFeature } from '../define-console-feature.ts'

export const devicesFeature = defineConsoleFeature({
  name: 'devices',
  pages: [
    {
      path: '/blockview',
      icon: 'dashboard',
      load: async () => ({ Page: (await import('./devices.page.tsx')).DevicesPage }),
    },
  ],
})
