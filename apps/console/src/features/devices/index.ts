import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/blockview', load: async () => ({ Page: (await import('./devices.page.tsx')).DevicesPage }) },
]
