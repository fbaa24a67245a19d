import { defineConsoleFeature } from '../define-console-feature.ts'

export const accessLogFeature = defineConsoleFeature({
  name: 'access-log',
  pages: [{ path: '/accesslog', load: async () => ({ Page: (await import('./access-log.page.tsx')).AccessLogPage }) }],
})
