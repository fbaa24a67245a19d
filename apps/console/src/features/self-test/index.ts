import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/videotest', load: async () => ({ Page: (await import('./video-test.page.tsx')).VideoTestPage }) },
  { path: '/audiotest', load: async () => ({ Page: (await import('./audio-test.page.tsx')).AudioTestPage }) },
]
