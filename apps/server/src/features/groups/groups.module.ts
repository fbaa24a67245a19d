import { defineFeature } from '../define-feature.ts'
import { groupChangeEndpoints } from './group-changes.routes.ts'
import { createGroupChanges } from './group-changes.service.ts'
import { groupEndpoints } from './groups.routes.ts'
import { createGroups } from './groups.service.ts'

export const groupsFeature = defineFeature({
  name: 'groups',
  needs: ['registry', 'visibility'],
  start(parts) {
    const groups = createGroups(parts)
    return { endpoints: [...groupEndpoints(groups), ...groupChangeEndpoints(groups, createGroupChanges(parts))] }
  },
})
