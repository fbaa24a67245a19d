import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/treeview', load: async () => ({ Page: (await import('./tree-view.page.tsx')).TreeViewPage }) },
]
