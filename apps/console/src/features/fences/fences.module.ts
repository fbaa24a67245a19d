import { defineConsoleFeature } from '../define-console-feature.ts'

export const fencesFeature = defineConsoleFeature({
  name: 'fences',
  pages: [
    {
      path: '/fence',
      load: async () => {
        // The page and the map's library are fetched side by side.
        const library = import('../../engines/map/index.ts').then(({ loadMapView }) => loadMapView())
        const [{ FencesPage }] = await Promise.all([import('./fences.page.tsx'), library])
        return { Page: FencesPage }
      },
    },
  ],
})
