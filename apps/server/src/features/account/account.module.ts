import { defineFeature } from '../define-feature.ts'
import { ownEndpoints, userAccessEndpoints } from './account.routes.ts'
import { createAccountAccess } from './account.service.ts'
import { ownSecondFactorEndpoints, userSecondFactorEndpoints } from './second-factor.routes.ts'
import { createUserSecondFactors } from './user-second-factors.ts'

/** Open sessions, API tokens and second factors of users. */
export const accountFeature = defineFeature({
  name: 'account',
  needs: ['accounts', 'session', 'site'],
  start(parts) {
    const access = createAccountAccess(parts)
    const ofUsers = createUserSecondFactors(parts)
    return {
      endpoints: [
        ...ownEndpoints(access),
        ...userAccessEndpoints(access),
        ...ownSecondFactorEndpoints(parts.session.secondFactors, ofUsers),
        ...userSecondFactorEndpoints(ofUsers),
      ],
    }
  },
})
