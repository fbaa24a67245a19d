import { defineConsoleFeature } from '../../../apps/console/src/features/define-console-feature.ts'
import { defineDialog } from '../../../apps/console/src/platform/pages/index.ts'
import { onlineCountAccess } from '../contract/online-count.http.ts'
import { onlineCountDialog } from './online-count.dialog.ts'
import { OnlineCountButton } from './online-count-button.tsx'

export const onlineCountFeature = defineConsoleFeature({
  name: 'online-count',
  dialogs: [
    defineDialog(onlineCountDialog, {
      titleKey: 'state.online',
      load: async () => ({ default: (await import('./online-count-modal.tsx')).OnlineCountModal }),
    }),
  ],
  barEntries: [{ Entry: OnlineCountButton, access: onlineCountAccess }],
})
