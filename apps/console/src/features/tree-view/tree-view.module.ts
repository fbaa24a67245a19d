import { defineConsoleFeature } from '../define-console-feature.ts'

export const treeViewFeature = defineConsoleFeature({
  name: 'tree-view',
  pages: [
    {
      path: '/treeview',
      icon: 'tree',
      load: async () => ({ Page: (await import('./tree-view.page.tsx')).TreeViewPage }),
    },
  ],
})
