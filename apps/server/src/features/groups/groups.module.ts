import { createGroupChanges, createGroups } from '../../services/directory/index.ts'
import { defineFeature } from '../define-feature.ts'
import { groupChangeEndpoints } from './group-changes.routes.ts'
import { groupEndpoints } from './groups.routes.ts'

export const groupsFeature = defineFeature({
  name: 'groups',
  needs: ['registry', 'visibility'],
  start(parts) {
    const groups = createGroups(parts)
    return { endpoints: [...groupEndpoints(groups), ...groupChangeEndpoints(groups, createGroupChanges(parts))] }
  },
})
