import { can } from '@fleetglass/contract/access'
import { remoteSettingsAccess } from '@fleetglass/contract/remote-settings'
import { defineDialog, openDialog } from '../../platform/pages/index.ts'
import { remoteSettings } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const remoteSettingsFeature = defineConsoleFeature({
  name: 'remote-settings',
  pages: [
    {
      path: '/devicesetup',
      icon: 'sliders',
      load: async () => ({ Page: (await import('./remote-settings.page.tsx')).RemoteSettingsPage }),
    },
  ],
  dialogs: [
    defineDialog(remoteSettings, {
      titleKey: 'setting.title',
      size: 'xl',
      load: async () => ({ default: (await import('./remote-settings-panel.tsx')).RemoteSettingsPanel }),
    }),
  ],
  deviceTargets: [
    {
      labelKey: 'page.deviceSetup',
      icon: 'sliders',
      may: ({ rights }) => can(rights, remoteSettingsAccess),
      open: (deviceId) => () => openDialog(remoteSettings, { deviceId }),
    },
  ],
})
