import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/', load: async () => ({ Page: (await import('./fleet-map.page.tsx')).FleetMapPage }) },
]
