import { defineConsoleFeature } from '../define-console-feature.ts'

export const deviceUsageFeature = defineConsoleFeature({
  name: 'device-usage',
  pages: [
    { path: '/deviceusage', load: async () => ({ Page: (await import('./device-usage.page.tsx')).DeviceUsagePage }) },
  ],
})
