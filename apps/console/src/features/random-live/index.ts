import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/rendomliveview', load: async () => ({ Page: (await import('./random-live.page.tsx')).RandomLivePage }) },
]

export { RandomLiveButton } from './random-live-button.tsx'
