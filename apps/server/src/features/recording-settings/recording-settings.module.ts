import { defineFeature } from '../define-feature.ts'
import { recordingSettingsEndpoints } from './recording-settings.routes.ts'
import { createRecordingSettings } from './recording-settings.service.ts'

export const recordingSettingsFeature = defineFeature({
  name: 'recording-settings',
  needs: ['config', 'registry', 'visibility', 'traffic'],
  start({ config, registry, visibility, traffic }) {
    const settings = createRecordingSettings({ registry, visibility, traffic, serverDays: config.recordingDays })
    return { endpoints: recordingSettingsEndpoints(settings) }
  },
})
