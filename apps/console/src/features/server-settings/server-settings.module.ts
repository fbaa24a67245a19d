import { defineConsoleFeature } from '../define-console-feature.ts'

export const serverSettingsFeature = defineConsoleFeature({
  name: 'server-settings',
  pages: [
    { path: '/setting', load: async () => ({ Page: (await import('./server-settings.page.tsx')).ServerSettingsPage }) },
  ],
})
