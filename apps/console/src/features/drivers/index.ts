import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/driversetting', load: async () => ({ Page: (await import('./drivers.page.tsx')).DriversPage }) },
]
