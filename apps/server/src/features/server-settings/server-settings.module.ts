import { defineFeature } from '../define-feature.ts'
import { createDdns, ddnsSettings } from './ddns.ts'
import { recordDisksMessages } from './record-disks.ts'
import { restartJob, restartPlanSettings } from './restart-plan.ts'
import { tabEndpoints } from './settings-tab.ts'
import { tabs } from './tabs/index.ts'

/** The page of the server settings. Each setting belongs to the part that it changes, which has opened its section. */
export const serverSettingsFeature = defineFeature({
  name: 'server-settings',
  needs: [
    'acme',
    'clock',
    'config',
    'database',
    'hostDisks',
    'listeners',
    'log',
    'mail',
    'mediaSlots',
    'registry',
    'reloadRecording',
    'restart',
    'settings',
    'utcOffsetS',
  ],
  start(parts) {
    const { clock, config, log, restart, settings, utcOffsetS } = parts
    const ddns = createDdns({ clock, log, config, section: settings.open(ddnsSettings) })
    const plan = settings.open(restartPlanSettings)
    return {
      endpoints: tabs.flatMap((tab) => tabEndpoints(tab, parts)),
      messages: recordDisksMessages(parts),
      jobs: [ddns.job, restartJob({ clock, config, plan, restart, utcOffsetS })],
      close: () => ddns.close(),
    }
  },
})
