import { defineConsoleFeature } from '../define-console-feature.ts'

export const performanceFeature = defineConsoleFeature({
  name: 'performance',
  pages: [
    {
      path: '/performanceinfo',
      load: async () => ({ Page: (await import('./performance.page.tsx')).PerformancePage }),
    },
  ],
})
