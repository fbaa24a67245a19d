import { can } from '@fleetglass/contract/access'
import { ptzAccess } from '@fleetglass/contract/ptz'
import { defineDialog, openDialog } from '../../platform/pages/index.ts'
import { ptz } from '../../shared/dialogs/index.ts'
import { defineConsoleFeature } from '../define-console-feature.ts'

export const ptzFeature = defineConsoleFeature({
  name: 'ptz',
  dialogs: [
    defineDialog(ptz, {
      titleKey: 'ptz.title',
      size: 'xl',
      load: async () => ({ default: (await import('./ptz-panel.tsx')).PtzPanel }),
    }),
  ],
  deviceTargets: [
    {
      labelKey: 'command.steer',
      icon: 'steer',
      may: ({ rights }) => can(rights, ptzAccess),
      open: (deviceId) => () => openDialog(ptz, { deviceId }),
    },
  ],
})
