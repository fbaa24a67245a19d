import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/blockview', load: async () => ({ Page: (await import('./devices.page.tsx')).DevicesPage }) },
]

export { useMayLive, useMayPlayback } from './use-may-live.ts'
