import { defineConsoleFeature } from '../define-console-feature.ts'

export const netflowFeature = defineConsoleFeature({
  name: 'netflow',
  pages: [{ path: '/devicenetflow', load: async () => ({ Page: (await import('./netflow.page.tsx')).NetflowPage }) }],
})
