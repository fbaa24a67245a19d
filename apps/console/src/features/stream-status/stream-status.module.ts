import { requirements } from '@fleetglass/contract/access'
import { defineDialog } from '../../platform/pages/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'
import { streamStatusDialog } from './stream-status.dialog.ts'
import { StreamStatusButton } from './stream-status-button.tsx'

export const streamStatusFeature = defineConsoleFeature({
  name: 'stream-status',
  dialogs: [
    defineDialog(streamStatusDialog, {
      titleKey: 'status.title',
      size: 'lg',
      load: async () => ({ default: (await import('./stream-status.tsx')).StreamStatus }),
    }),
  ],
  barEntries: [{ Entry: StreamStatusButton, access: requirements.statusIcon }],
})
