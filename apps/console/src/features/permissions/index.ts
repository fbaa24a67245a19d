import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/permission', load: async () => ({ Page: (await import('./permissions.page.tsx')).PermissionsPage }) },
]
