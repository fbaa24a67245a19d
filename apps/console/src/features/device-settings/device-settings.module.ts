import { defineDialog } from '../../platform/pages/index.ts'
import { deviceEditor } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const deviceSettingsFeature = defineConsoleFeature({
  name: 'device-settings',
  dialogs: [
    defineDialog(deviceEditor, {
      titleKey: 'editor.title',
      titleDevice: 'id',
      size: 'lg',
      load: async () => ({ default: (await import('./device-editor.tsx')).DeviceEditor }),
    }),
  ],
})
