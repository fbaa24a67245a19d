import { defineConsoleFeature } from '../define-console-feature.ts'

export const autoUploadFeature = defineConsoleFeature({
  name: 'auto-upload',
  pages: [
    { path: '/autoupload', load: async () => ({ Page: (await import('./auto-upload.page.tsx')).AutoUploadPage }) },
  ],
})
