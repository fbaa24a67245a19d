import { defineConsoleFeature } from '../define-console-feature.ts'

export const groupSummaryFeature = defineConsoleFeature({
  name: 'group-summary',
  pages: [
    {
      path: '/groupsummary',
      load: async () => ({ Page: (await import('./group-summary.page.tsx')).GroupSummaryPage }),
    },
  ],
})
