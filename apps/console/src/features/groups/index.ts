import type { BuiltPage } from '../../platform/pages/index.ts'

export { GroupFilter } from './group-filter.tsx'

export const pages: readonly BuiltPage[] = [
  { path: '/groupsetting', load: async () => ({ Page: (await import('./groups.page.tsx')).GroupsPage }) },
]
