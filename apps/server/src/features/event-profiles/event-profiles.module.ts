import { defineFeature } from '../define-feature.ts'
import { eventProfileEndpoints } from './event-profiles.routes.ts'
import { createProfileSettings } from './event-profiles.service.ts'

export const eventProfilesFeature = defineFeature({
  name: 'event-profiles',
  needs: ['eventProfiles', 'visibility'],
  start: ({ eventProfiles, visibility }) => ({
    endpoints: eventProfileEndpoints(createProfileSettings({ profiles: eventProfiles, visibility })),
  }),
})
