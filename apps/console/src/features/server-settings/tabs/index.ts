import type { SettingsTab } from '../settings-tab.ts'
import { ddnsTab } from './ddns.ts'
import { deviceRedirectTab } from './device-redirect.ts'
import { emailTab } from './email.ts'
import { extraJsTab } from './extra-js.ts'
import { googleMapTab } from './google-map.ts'
import { gpsRelayTab } from './gps-relay.ts'
import { heartbeatRelayTab } from './heartbeat-relay.ts'
import { iframesTab } from './iframes.ts'
import { maintainTab } from './maintain.ts'
import { networkTab } from './network.ts'
import { nominatimTab } from './nominatim.ts'

/** The tabs of the page, in the order of SET-002. A tab that is not here is not built. */
export const tabs: readonly SettingsTab[] = [
  networkTab,
  ddnsTab,
  maintainTab,
  gpsRelayTab,
  googleMapTab,
  deviceRedirectTab,
  extraJsTab,
  nominatimTab,
  heartbeatRelayTab,
  emailTab,
  iframesTab,
]
