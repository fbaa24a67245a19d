import { defineConsoleFeature } from '../define-console-feature.ts'

export const deviceInfoFeature = defineConsoleFeature({
  name: 'device-info',
  pages: [
    { path: '/devicemodelinfo', load: async () => ({ Page: (await import('./device-info.page.tsx')).DeviceInfoPage }) },
  ],
})
