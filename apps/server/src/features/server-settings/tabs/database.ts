import { databaseCall, oldRowsPath, oldRowsSchema, serverSettingsAccess } from '@fleetglass/contract/server-settings'
import { endpoint } from '../../../platform/http/index.ts'
import { createOldData } from '../old-data.ts'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `services/retention`; events, talks, audit log and tracks remove their own rows by it. */
export const databaseTab: SettingsTab = {
  calls: [{ call: databaseCall, section: 'dbmaintain', audit: 'the days that events, logs and positions are stored' }],
  actions(parts) {
    const oldData = createOldData(parts)
    return [
      endpoint({
        method: 'POST',
        path: oldRowsPath,
        access: serverSettingsAccess,
        audit: 'Read which events, logs and positions are older than the days given',
        body: oldRowsSchema,
        handle: async ({ body }) => ({ hasError: false, message: 'OK', old: await oldData.rows(body.dbmaintain) }),
      }),
    ]
  },
}
