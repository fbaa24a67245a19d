import { defineConsoleFeature } from '../define-console-feature.ts'

export const routesFeature = defineConsoleFeature({
  name: 'routes',
  pages: [
    {
      path: '/routeplanning',
      load: async () => {
        // The page and the map's library are fetched side by side.
        const library = import('../../engines/map/index.ts').then(({ loadMapView }) => loadMapView())
        const [{ RoutesPage }] = await Promise.all([import('./routes.page.tsx'), library])
        return { Page: RoutesPage }
      },
    },
  ],
})
