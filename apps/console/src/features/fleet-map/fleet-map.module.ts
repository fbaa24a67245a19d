import { mayOpen, pageOf } from '@fleetglass/contract/pages'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const fleetMapFeature = defineConsoleFeature({
  name: 'fleet-map',
  pages: [
    {
      path: '/',
      icon: 'map',
      load: async () => {
        // The page and the map's library are fetched side by side.
        const library = import('../../engines/map/index.ts').then(({ loadMapView }) => loadMapView())
        const [{ FleetMapPage }] = await Promise.all([import('./fleet-map.page.tsx'), library])
        return { Page: FleetMapPage }
      },
    },
  ],
  deviceTargets: [
    {
      labelKey: 'nav.map',
      icon: 'map',
      may: (visitor) => mayOpen(pageOf('/'), visitor),
      open: (deviceId) => `/?device=${encodeURIComponent(deviceId)}`,
    },
  ],
})
