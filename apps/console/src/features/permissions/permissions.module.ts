import { defineConsoleFeature } from '../define-console-feature.ts'

export const permissionsFeature = defineConsoleFeature({
  name: 'permissions',
  pages: [
    { path: '/permission', load: async () => ({ Page: (await import('./permissions.page.tsx')).PermissionsPage }) },
  ],
})
