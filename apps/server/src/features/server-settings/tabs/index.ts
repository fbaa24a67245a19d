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
import { recordOptionsTab } from './record-options.ts'
import { sslTab } from './ssl.ts'

/** Every tab that this server has. */
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
  recordOptionsTab,
  eventRecoverTab,
  databaseTab,
  pushEventTab,
  nominatimTab,
  heartbeatRelayTab,
  emailTab,
  iframesTab,
]
