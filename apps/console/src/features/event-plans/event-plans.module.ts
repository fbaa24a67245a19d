import { defineConsoleFeature } from '../define-console-feature.ts'

/** PLAN-01 to PLAN-03: three pages of one layout. */
export const eventPlansFeature = defineConsoleFeature({
  name: 'event-plans',
  pages: [
    {
      path: '/eventdownloadplansetting',
      load: async () => ({ Page: (await import('./event-plans.page.tsx')).DownloadPlansPage }),
    },
    {
      path: '/pusheventplansetting',
      load: async () => ({ Page: (await import('./event-plans.page.tsx')).PushPlansPage }),
    },
    {
      path: '/realtimeeventplansetting',
      load: async () => ({ Page: (await import('./event-plans.page.tsx')).RealtimePlansPage }),
    },
  ],
})
