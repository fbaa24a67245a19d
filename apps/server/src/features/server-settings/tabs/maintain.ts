import { rebootPath, restartPlanCall, serverSettingsAccess } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { endpoint } from '../../../platform/http/index.ts'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `restart-plan.ts` beside it. */
export const maintainTab: SettingsTab = {
  calls: [{ call: restartPlanCall, section: 'restartplan', audit: 'the restart plan' }],
  actions: ({ restart }) => [
    endpoint({
      method: 'POST',
      path: rebootPath,
      access: serverSettingsAccess,
      audit: 'Restarted the server',
      body: z.object({}),
      handle() {
        restart.machine('asked for in the server settings')
        return { hasError: false, message: 'OK' }
      },
    }),
  ],
}
