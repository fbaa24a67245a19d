import { defineFeature } from '../define-feature.ts'
import { ownEndpoints, userAccessEndpoints } from './account.routes.ts'
import { createAccountAccess } from './account.service.ts'

/** Open sessions and API tokens of users. */
export const accountFeature = defineFeature({
  name: 'account',
  needs: ['accounts', 'session', 'site'],
  start(parts) {
    const access = createAccountAccess(parts)
    return { endpoints: [...ownEndpoints(access), ...userAccessEndpoints(access)] }
  },
})
