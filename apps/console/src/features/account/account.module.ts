import { defineDialog } from '../../platform/pages/index.ts'
import { accountAccess } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'
import { AccessEntry } from './components/access-entry.tsx'

export const accountFeature = defineConsoleFeature({
  name: 'account',
  dialogs: [
    defineDialog(accountAccess, {
      titleKey: 'account.title',
      size: 'lg',
      load: async () => ({ default: (await import('./components/account-dialog.tsx')).AccountDialog }),
    }),
  ],
  accountEntries: [{ Entry: AccessEntry }],
})
