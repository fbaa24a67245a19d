import { defineConsoleFeature } from '../define-console-feature.ts'
import { ProfileWatch } from './profile-watch.ts'

export const eventProfilesFeature = defineConsoleFeature({
  name: 'event-profiles',
  pages: [
    {
      path: '/eventdefinesetting',
      load: async () => ({ Page: (await import('./event-profiles.page.tsx')).EventProfilesPage }),
    },
  ],
  besidePages: [ProfileWatch],
})
