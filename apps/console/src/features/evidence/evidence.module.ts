import { defineConsoleFeature } from '../define-console-feature.ts'

export const evidenceFeature = defineConsoleFeature({
  name: 'evidence',
  pages: [{ path: '/evidence', load: async () => ({ Page: (await import('./evidence.page.tsx')).EvidencePage }) }],
})
