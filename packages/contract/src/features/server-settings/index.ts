export {
  bodyOf,
  type FieldFault,
  fieldsOf,
  revisionSchema,
  SECRET_MASK,
  type SettingsCall,
  serverSettingsAccess,
} from './settings-call.ts'
export { DDNS_NOIP, DDNS_PORTAL, ddnsCall } from './tabs/ddns.ts'
export { deviceRedirectCall } from './tabs/device-redirect.ts'
export { emailCall, testMailPath, testMailSchema } from './tabs/email.ts'
export { extraJsCall } from './tabs/extra-js.ts'
export { googleKeyCall, mapCenterCall } from './tabs/google-map.ts'
export { gpsRelayCall } from './tabs/gps-relay.ts'
export { heartbeatRelayCall, readHostAndPort } from './tabs/heartbeat-relay.ts'
export { iframesCall } from './tabs/iframes.ts'
export { RESTART_PLAN_NONE, rebootPath, restartPlanCall } from './tabs/maintain.ts'
export { networkCall } from './tabs/network.ts'
export { nominatimCall } from './tabs/nominatim.ts'
