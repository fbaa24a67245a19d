import { monitorLimitDefaults, monitorLimitSections, storedMonitorLimitsSchema } from '@fleetglass/contract/monitors'
import { defineSettings } from '../../platform/settings/index.ts'

/** What the FTP monitor sets (DEBUG-21 to DEBUG-26). */
export const uploadLimitSettings = defineSettings({
  name: monitorLimitSections.uploads,
  schema: storedMonitorLimitsSchema,
  initial: () => monitorLimitDefaults.uploads,
})
