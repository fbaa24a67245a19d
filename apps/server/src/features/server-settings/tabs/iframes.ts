import { iframesCall } from '@fleetglass/contract/server-settings'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `features/embedded-pages`, where every account reads them. */
export const iframesTab: SettingsTab = {
  calls: [{ call: iframesCall, section: 'iframes', audit: 'the embedded pages', isReadElsewhere: true }],
}
