import { defineConsoleFeature } from '../define-console-feature.ts'

export const translationsFeature = defineConsoleFeature({
  name: 'translations',
  pages: [
    { path: '/i18neditor', load: async () => ({ Page: (await import('./translations.page.tsx')).TranslationsPage }) },
  ],
})
