import { defineConsoleFeature } from '../define-console-feature.ts'

export const facesFeature = defineConsoleFeature({
  name: 'faces',
  pages: [
    { path: '/facerecognitionsetting', load: async () => ({ Page: (await import('./faces.page.tsx')).FacesPage }) },
  ],
})
