import { createGroupChanges, createGroups } from '../../services/directory/index.ts'
import { defineFeature } from '../define-feature.ts'
import { directoryMessages } from './directory.channel.ts'
import { userEndpoints } from './users.routes.ts'
import { createUsers } from './users.service.ts'

export const usersFeature = defineFeature({
  name: 'users',
  needs: ['accounts', 'clock', 'permissions', 'registry', 'session', 'site', 'utcOffsetS', 'visibility'],
  start(parts) {
    const users = createUsers(parts)
    const lists = { users, groups: createGroups(parts), changes: createGroupChanges(parts) }
    return { endpoints: userEndpoints(users), messages: directoryMessages(lists) }
  },
})
