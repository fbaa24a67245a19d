import { defineConsoleFeature } from '../define-console-feature.ts'

export const eventReportsFeature = defineConsoleFeature({
  name: 'event-reports',
  pages: [
    {
      path: '/eventreportsetting',
      load: async () => ({ Page: (await import('./event-reports.page.tsx')).EventReportsPage }),
    },
    {
      path: '/reportfilelist',
      load: async () => ({ Page: (await import('./report-files.page.tsx')).ReportFilesPage }),
    },
  ],
})
