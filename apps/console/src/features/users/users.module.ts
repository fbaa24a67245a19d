import { defineConsoleFeature } from '../define-console-feature.ts'

export const usersFeature = defineConsoleFeature({
  name: 'users',
  pages: [{ path: '/usersetting', load: async () => ({ Page: (await import('./users.page.tsx')).UsersPage }) }],
})
