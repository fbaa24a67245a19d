import { mayOpen, pageOf } from '@fleetglass/contract/pages'
import { defineDialog } from '../../platform/pages/index.ts'
import { livePopup } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const liveFeature = defineConsoleFeature({
  name: 'live',
  pages: [
    {
      path: '/liveview/:deviceid?',
      icon: 'live',
      load: async () => ({ Page: (await import('./live.page.tsx')).LivePage }),
    },
  ],
  deviceTargets: [
    {
      labelKey: 'nav.live',
      icon: 'live',
      may: (visitor) => mayOpen(pageOf('/liveview/:deviceid?'), visitor),
      open: (deviceId) => `/liveview/${encodeURIComponent(deviceId)}`,
    },
  ],
  dialogs: [
    defineDialog(livePopup, {
      titleKey: 'live.popup',
      size: 'xl',
      load: async () => ({ default: (await import('./live-popup.tsx')).LivePopup }),
    }),
  ],
})
