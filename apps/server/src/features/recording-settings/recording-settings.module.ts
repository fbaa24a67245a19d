import { recordOptionSettings } from '../../services/retention/index.ts'
import { defineFeature } from '../define-feature.ts'
import { recordingSettingsEndpoints } from './recording-settings.routes.ts'
import { createRecordingSettings } from './recording-settings.service.ts'

export const recordingSettingsFeature = defineFeature({
  name: 'recording-settings',
  needs: ['settings', 'registry', 'visibility', 'traffic'],
  start({ settings, registry, visibility, traffic }) {
    const options = settings.open(recordOptionSettings)
    const serverDays = () => options.value.recorddays
    const recordingSettings = createRecordingSettings({ registry, visibility, traffic, serverDays })
    return { endpoints: recordingSettingsEndpoints(recordingSettings) }
  },
})
