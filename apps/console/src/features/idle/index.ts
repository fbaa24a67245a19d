import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/idle', load: async () => ({ Page: (await import('./idle.page.tsx')).IdlePage }) },
]

export { IdleClock } from './idle-clock.tsx'
