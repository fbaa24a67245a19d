import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/iframe/:index', load: async () => ({ Page: (await import('./embedded.page.tsx')).EmbeddedPage }) },
]

export { useEmbeddedPages } from './embedded-pages.queries.ts'
