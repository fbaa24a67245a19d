import { eventParamsCall } from '@fleetglass/contract/server-settings'
import { defineSettings } from '../../platform/settings/index.ts'

/** SET-047 to SET-053. */
export const eventStorageSettings = defineSettings({
  name: 'event',
  schema: eventParamsCall.fields,
  initial: () => ({
    videoDownload: '1' as const,
    downloadOldfirst: '1' as const,
    footagesize: '',
    snapsize: '',
    sdsize: '',
    autouploadsize: '',
  }),
})
