import { defineConsoleFeature } from '../define-console-feature.ts'

export const selfTestFeature = defineConsoleFeature({
  name: 'self-test',
  pages: [
    { path: '/videotest', load: async () => ({ Page: (await import('./video-test.page.tsx')).VideoTestPage }) },
    { path: '/audiotest', load: async () => ({ Page: (await import('./audio-test.page.tsx')).AudioTestPage }) },
  ],
})
