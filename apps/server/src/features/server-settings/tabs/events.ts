import { eventParamsCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `services/retrieval` (footage); folders of plain files: `services/retention`. */
export const eventsTab: SettingsTab = {
  calls: [
    { call: eventParamsCall, section: 'event', audit: 'what is fetched for events, and how large it may become' },
  ],
}
