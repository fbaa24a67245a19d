import { defineFeature } from '../define-feature.ts'
import { settingsMessages } from './device-settings.channel.ts'
import { settingEndpoints } from './device-settings.routes.ts'
import { createDeviceRecords } from './device-settings.service.ts'

export const deviceSettingsFeature = defineFeature({
  name: 'device-settings',
  needs: ['registry', 'visibility'],
  start(parts) {
    const records = createDeviceRecords(parts)
    return { endpoints: settingEndpoints(records), messages: settingsMessages(records) }
  },
})
