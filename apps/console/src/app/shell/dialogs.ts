import { type Dialog, type DialogName, defineDialog } from '../../platform/pages/index.ts'

export const displayDialog: DialogName = { name: 'display' }
export const copyrightDialog: DialogName = { name: 'copyright' }
export const keyboardDialog: DialogName = { name: 'keyboard' }

/** Those of the shell itself. */
export const shellDialogs: readonly Dialog[] = [
  defineDialog(displayDialog, {
    titleKey: 'display.title',
    load: async () => ({ default: (await import('./display-form.tsx')).DisplayForm }),
  }),
  defineDialog(copyrightDialog, {
    titleKey: 'copyright.title',
    load: async () => ({ default: (await import('./copyright-notice.tsx')).CopyrightNotice }),
  }),
  defineDialog(keyboardDialog, {
    titleKey: 'keyboard.title',
    load: async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }),
  }),
]
