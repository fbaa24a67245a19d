export {
  MEDIA_SLOTS_MAX,
  type MediaSlot,
  PERFORMANCE,
  parseRecordDisks,
  printRecordDisks,
  RECORD_CONFIG,
  type RecordDisks,
  recordConfigFault,
  recordDisksSchema,
} from './media-slots.ts'
export { OLD_DATA_COUNT_MAX, type OldData, oldDataAnswerSchema, oldDataKinds } from './old-data.ts'
export {
  type BlockDevice,
  blockDevicesSchema,
  decodeStorage,
  encodeStorage,
  FORMAT_WAIT_MS,
  type FormatFault,
  formatFault,
  type ListedDisk,
  listedDisks,
  STORAGE,
  type StorageFunction,
} from './record-disks.vcp.ts'
export {
  bodyOf,
  type FieldFault,
  fieldsOf,
  revisionSchema,
  SECRET_MASK,
  type SettingsCall,
  serverSettingsAccess,
} from './settings-call.ts'
export { cloudCall } from './tabs/cloud.ts'
export {
  databaseCall,
  databaseKeepSchema,
  GPS_KEEP_DAYS,
  KEEP_DAYS,
  oldRowsPath,
  oldRowsSchema,
} from './tabs/database.ts'
export { DDNS_NOIP, DDNS_PORTAL, ddnsCall } from './tabs/ddns.ts'
export { deviceRedirectCall } from './tabs/device-redirect.ts'
export { emailCall, testMailPath, testMailSchema } from './tabs/email.ts'
export { eventRecoverCall } from './tabs/event-recover.ts'
export { eventParamsCall, readSize } from './tabs/events.ts'
export { extraJsCall } from './tabs/extra-js.ts'
export { googleKeyCall, mapCenterCall } from './tabs/google-map.ts'
export { gpsRelayCall } from './tabs/gps-relay.ts'
export { heartbeatRelayCall, readHostAndPort } from './tabs/heartbeat-relay.ts'
export { iframesCall } from './tabs/iframes.ts'
export {
  certificatePath,
  certificateRequestSchema,
  domainsOf,
  letsEncryptCall,
} from './tabs/lets-encrypt.ts'
export { RESTART_PLAN_NONE, rebootPath, restartPlanCall } from './tabs/maintain.ts'
export { networkCall } from './tabs/network.ts'
export { nominatimCall } from './tabs/nominatim.ts'
export {
  type ListenerName,
  type ListenerState,
  listenerNames,
  listenersPath,
  listenersSchema,
  openStreams,
  type portFailures,
  protocolCall,
  STREAMING_PORTS_MAX,
} from './tabs/protocol.ts'
export {
  oldRecordingsPath,
  oldRecordingsSchema,
  recordOptionsCall,
  slotRecordingsAnswerSchema,
  slotRecordingsPath,
  slotRecordingsSchema,
} from './tabs/record-options.ts'
export { sslCall } from './tabs/ssl.ts'
