import { defineConsoleFeature } from '../define-console-feature.ts'

export const driversFeature = defineConsoleFeature({
  name: 'drivers',
  pages: [{ path: '/driversetting', load: async () => ({ Page: (await import('./drivers.page.tsx')).DriversPage }) }],
})
