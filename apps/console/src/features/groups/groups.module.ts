import { requirements } from '@fleetglass/contract/access'
import { defineConsoleFeature } from '../define-console-feature.ts'
import { GroupFilter } from './group-filter.tsx'

export const groupsFeature = defineConsoleFeature({
  name: 'groups',
  pages: [{ path: '/groupsetting', load: async () => ({ Page: (await import('./groups.page.tsx')).GroupsPage }) }],
  barFilters: [{ Entry: GroupFilter, access: requirements.groupFilter }],
})
