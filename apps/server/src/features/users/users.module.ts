import { defineFeature } from '../define-feature.ts'
import { userEndpoints } from './users.routes.ts'
import { createUsers } from './users.service.ts'

export const usersFeature = defineFeature({
  name: 'users',
  needs: ['accounts', 'clock', 'permissions', 'registry', 'session', 'site', 'utcOffsetS'],
  start: (parts) => ({ endpoints: userEndpoints(createUsers(parts)) }),
})
