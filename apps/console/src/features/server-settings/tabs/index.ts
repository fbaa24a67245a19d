import type { SettingsTab } from '../settings-tab.ts'
import { databaseTab } from './database.ts'
import { ddnsTab } from './ddns.ts'
import { deviceRedirectTab } from './device-redirect.ts'
import { emailTab } from './email.ts'
import { eventRecoverTab } from './event-recover.ts'
import { eventsTab } from './events.ts'
import { extraJsTab } from './extra-js.ts'
import { googleMapTab } from './google-map.ts'
import { gpsRelayTab } from './gps-relay.ts'
import { heartbeatRelayTab } from './heartbeat-relay.ts'
import { iframesTab } from './iframes.ts'
import { letsEncryptTab } from './lets-encrypt.ts'
import { maintainTab } from './maintain.ts'
import { networkTab } from './network.ts'
import { nominatimTab } from './nominatim.ts'
import { protocolTab } from './protocol.ts'
import { pushEventTab } from './push-event.ts'
import { recordDisksTab } from './record-disks.ts'
import { recordOptionsTab } from './record-options.ts'
import { sslTab } from './ssl.ts'

/** The tabs of the page, in the order of SET-002. A tab that is not here is not built. */
export const tabs: readonly SettingsTab[] = [
  protocolTab,
  networkTab,
  ddnsTab,
  maintainTab,
  gpsRelayTab,
  googleMapTab,
  eventsTab,
  deviceRedirectTab,
  sslTab,
  letsEncryptTab,
  extraJsTab,
  recordDisksTab,
  recordOptionsTab,
  eventRecoverTab,
  databaseTab,
  pushEventTab,
  nominatimTab,
  heartbeatRelayTab,
  emailTab,
  iframesTab,
]
