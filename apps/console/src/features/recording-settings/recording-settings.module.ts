import { defineConsoleFeature } from '../define-console-feature.ts'

export const recordingSettingsFeature = defineConsoleFeature({
  name: 'recording-settings',
  pages: [
    {
      path: '/regdevices',
      load: async () => ({ Page: (await import('./recording-settings.page.tsx')).RecordingSettingsPage }),
    },
  ],
})
