import { defineDialog } from '../../platform/pages/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'
import { broadcastDialog } from './broadcast.dialog.ts'
import { BroadcastButton } from './broadcast-button.tsx'

export const broadcastFeature = defineConsoleFeature({
  name: 'broadcast',
  dialogs: [
    defineDialog(broadcastDialog, {
      titleKey: 'broadcast.title',
      load: async () => ({ default: (await import('./broadcast-modal.tsx')).BroadcastModal }),
    }),
  ],
  barEntries: [{ Entry: BroadcastButton }],
})
