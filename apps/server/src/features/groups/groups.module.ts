import { defineFeature } from '../define-feature.ts'
import { groupEndpoints } from './groups.routes.ts'
import { createGroups } from './groups.service.ts'

export const groupsFeature = defineFeature({
  name: 'groups',
  needs: ['registry', 'visibility'],
  start: (parts) => ({ endpoints: groupEndpoints(createGroups(parts)) }),
})
