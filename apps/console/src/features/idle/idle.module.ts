import { defineConsoleFeature } from '../define-console-feature.ts'
import { IdleClock } from './idle-clock.tsx'

export const idleFeature = defineConsoleFeature({
  name: 'idle',
  pages: [{ path: '/idle', load: async () => ({ Page: (await import('./idle.page.tsx')).IdlePage }) }],
  barEntries: [{ Entry: IdleClock }],
})
