import { databaseKeepSchema, recordOptionsCall } from '@fleetglass/contract/server-settings'
import { defineSettings } from '../../platform/settings/index.ts'

/** SET-083: days that recordings are stored where a device does not say otherwise; 0: until the space is needed. */
export const recordOptionSettings = defineSettings({
  name: 'recordoption',
  schema: recordOptionsCall.fields,
  initial: ({ recordingDays }) => ({ recorddays: recordingDays }),
})

/** SET-088: days that rows are stored; 0: however old they are. */
export const databaseKeepSettings = defineSettings({
  name: 'dbmaintain',
  schema: databaseKeepSchema,
  initial: ({ eventDays, talkDays, auditDays }) => ({
    events: eventDays,
    uslogs: Math.max(talkDays, auditDays),
    gps: 0,
  }),
})

/** Days of one of the logs: the configuration file has a number for each, a saved one holds for all of them (SET-092). */
export function logKeepDays(
  section: { readonly value: { readonly uslogs: number }; readonly savedFields: readonly string[] },
  configuredDays: number,
): number {
  return section.savedFields.includes('uslogs') ? section.value.uslogs : configuredDays
}
