import { defineConsoleFeature } from '../define-console-feature.ts'
import { EmbeddedMenu } from './embedded-menu.tsx'

export const embeddedPagesFeature = defineConsoleFeature({
  name: 'embedded-pages',
  pages: [{ path: '/iframe/:index', load: async () => ({ Page: (await import('./embedded.page.tsx')).EmbeddedPage }) }],
  navMenus: [{ Entry: EmbeddedMenu }],
})
