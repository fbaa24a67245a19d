import { defineConsoleFeature } from '../define-console-feature.ts'

export const diskInfoFeature = defineConsoleFeature({
  name: 'disk-info',
  pages: [{ path: '/diskinfo', load: async () => ({ Page: (await import('./disk-info.page.tsx')).DiskInfoPage }) }],
})
