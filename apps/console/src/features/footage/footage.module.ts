import { footageAccess } from '@fleetglass/contract/footage'
import { defineDialog } from '../../platform/pages/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'
import { footageDialog } from './footage.dialog.ts'
import { FootageButton } from './footage-button.tsx'

export const footageFeature = defineConsoleFeature({
  name: 'footage',
  dialogs: [
    defineDialog(footageDialog, {
      titleKey: 'footage.title',
      size: 'lg',
      load: async () => ({ default: (await import('./footage-modal.tsx')).FootageModal }),
    }),
  ],
  barEntries: [{ Entry: FootageButton, access: footageAccess }],
})
