import { type Dialog, type DialogName, defineDialog } from '../../platform/pages/index.ts'

export const displayDialog: DialogName = { name: 'display' }
export const copyrightDialog: DialogName = { name: 'copyright' }
export const keyboardDialog: DialogName = { name: 'keyboard' }
export const commandDialog: DialogName = { name: 'command' }

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
  defineDialog(commandDialog, {
    titleKey: 'command.title',
    size: 'lg',
    load: async () => ({ default: (await import('./command-bar/command-bar.tsx')).CommandBar }),
  }),
  defineDialog(keyboardDialog, {
    titleKey: 'keyboard.title',
    load: async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }),
  }),
]
