import { defineConsoleFeature } from '../define-console-feature.ts'

export const fleetOverviewFeature = defineConsoleFeature({
  name: 'fleet-overview',
  pages: [
    {
      path: '/fleetoverview',
      load: async () => ({ Page: (await import('./fleet-overview.page.tsx')).FleetOverviewPage }),
    },
    {
      path: '/fleethealth',
      load: async () => ({ Page: (await import('./fleet-health.page.tsx')).FleetHealthPage }),
    },
  ],
})
