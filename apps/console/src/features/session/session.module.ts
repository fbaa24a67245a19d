import { defineDialog } from '../../platform/pages/index.ts'
import { changePassword } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

/** What is there after the login. The login page is small: it enters by `index.ts`, which leaves this out. */
export const sessionFeature = defineConsoleFeature({
  name: 'session',
  dialogs: [
    defineDialog(changePassword, {
      titleKey: 'password.title',
      load: async () => ({ default: (await import('./components/change-password.tsx')).ChangePassword }),
    }),
  ],
})
