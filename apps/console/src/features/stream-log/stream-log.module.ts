import { defineConsoleFeature } from '../define-console-feature.ts'

export const streamLogFeature = defineConsoleFeature({
  name: 'stream-log',
  pages: [{ path: '/uslog', load: async () => ({ Page: (await import('./stream-log.page.tsx')).StreamLogPage }) }],
})
