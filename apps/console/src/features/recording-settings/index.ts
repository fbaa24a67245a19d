import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  {
    path: '/regdevices',
    load: async () => ({ Page: (await import('./recording-settings.page.tsx')).RecordingSettingsPage }),
  },
]
