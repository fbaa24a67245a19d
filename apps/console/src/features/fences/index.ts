import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  {
    path: '/fence',
    load: async () => {
      // The page and the map's library are fetched side by side.
      const library = import('../../engines/map/index.ts').then(({ loadMapView }) => loadMapView())
      const [{ FencesPage }] = await Promise.all([import('./fences.page.tsx'), library])
      return { Page: FencesPage }
    },
  },
]
