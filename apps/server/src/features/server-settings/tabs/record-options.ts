import {
  oldRecordingsPath,
  oldRecordingsSchema,
  recordOptionsCall,
  serverSettingsAccess,
  slotRecordingsPath,
  slotRecordingsSchema,
} from '@fleetglass/contract/server-settings'
import { endpoint } from '../../../platform/http/index.ts'
import { createOldData } from '../old-data.ts'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `services/retention`. */
export const recordOptionsTab: SettingsTab = {
  calls: [{ call: recordOptionsCall, section: 'recordoption', audit: 'the days that recordings are stored' }],
  actions(parts) {
    const oldData = createOldData(parts)
    return [
      endpoint({
        method: 'POST',
        path: oldRecordingsPath,
        access: serverSettingsAccess,
        audit: 'Read which recordings are older than {recorddays} days',
        body: oldRecordingsSchema,
        handle: async ({ body }) => ({
          hasError: false,
          message: 'OK',
          old: await oldData.recordings(body.recorddays),
        }),
      }),
      endpoint({
        method: 'POST',
        path: slotRecordingsPath,
        access: serverSettingsAccess,
        audit: 'Read how many recordings lie on media slots',
        body: slotRecordingsSchema,
        handle: async ({ body }) => ({ hasError: false, message: 'OK', slots: await oldData.onSlots(body.slots) }),
      }),
    ]
  },
}
