import { defineDialog, openDialog } from '../../platform/pages/index.ts'
import { mayTalk } from '../../shared/access/index.ts'
import { talk } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const talkFeature = defineConsoleFeature({
  name: 'talk',
  pages: [{ path: '/talklog', load: async () => ({ Page: (await import('./log/talk-log.page.tsx')).TalkLogPage }) }],
  dialogs: [
    defineDialog(talk, {
      titleKey: 'talk.title',
      load: async () => ({ default: (await import('./talk-modal.tsx')).TalkModal }),
    }),
  ],
  deviceTargets: [
    {
      labelKey: 'command.talk',
      icon: 'talk',
      may: ({ rights }) => mayTalk(rights),
      open: (deviceId) => () => openDialog(talk, { deviceId }),
    },
  ],
})
