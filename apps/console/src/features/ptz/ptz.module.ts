import { defineDialog } from '../../platform/pages/index.ts'
import { ptz } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const ptzFeature = defineConsoleFeature({
  name: 'ptz',
  dialogs: [
    defineDialog(ptz, {
      titleKey: 'ptz.title',
      size: 'xl',
      load: async () => ({ default: (await import('./ptz-panel.tsx')).PtzPanel }),
    }),
  ],
})
