import { databaseCall, GPS_KEEP_DAYS, KEEP_DAYS } from '@fleetglass/contract/server-settings'
import { OldRows } from '../components/old-data.tsx'
import { type Choice, keepsLess, type SettingsTab } from '../settings-tab.ts'

export const databaseTab: SettingsTab = {
  name: 'database',
  titleKey: 'serverSettings.database',
  hintKey: 'serverSettings.database.hint',
  isInConfiguration: true,
  calls: [databaseCall],
  fields: [
    {
      kind: 'choice',
      name: 'events',
      labelKey: 'serverSettings.database.events',
      hintKey: 'serverSettings.database.eventsHint',
      choices: choicesOf(KEEP_DAYS),
    },
    {
      kind: 'choice',
      name: 'uslogs',
      labelKey: 'serverSettings.database.uslogs',
      hintKey: 'serverSettings.database.uslogsHint',
      choices: choicesOf(KEEP_DAYS),
    },
    {
      kind: 'choice',
      name: 'gps',
      labelKey: 'serverSettings.database.gps',
      hintKey: 'serverSettings.database.gpsHint',
      choices: choicesOf(GPS_KEEP_DAYS),
    },
  ],
  Preview: OldRows,
  keepsLess: keepsLess(['events', 'uslogs', 'gps']),
}

function choicesOf(days: readonly number[]): readonly Choice[] {
  return days.map((value) =>
    value === 0
      ? { value, labelKey: 'serverSettings.database.full' }
      : { value, labelKey: 'serverSettings.database.days', count: value },
  )
}
