import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/devicemodelinfo', load: async () => ({ Page: (await import('./device-info.page.tsx')).DeviceInfoPage }) },
]
