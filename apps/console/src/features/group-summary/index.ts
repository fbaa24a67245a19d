import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/groupsummary', load: async () => ({ Page: (await import('./group-summary.page.tsx')).GroupSummaryPage }) },
]
