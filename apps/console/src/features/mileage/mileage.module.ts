import { defineConsoleFeature } from '../define-console-feature.ts'

export const mileageFeature = defineConsoleFeature({
  name: 'mileage',
  pages: [{ path: '/mileage', load: async () => ({ Page: (await import('./mileage.page.tsx')).MileagePage }) }],
})
