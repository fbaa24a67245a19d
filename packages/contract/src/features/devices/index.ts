export { type ControlWord, controlWordPath, controlWordSchema, wordText } from './control-word.ts'
export { type Device, deviceSchema, gpsInfoSchema, toDevice } from './device.schema.ts'
export {
  addDeviceSchema,
  anyControlAccess,
  type ControlCommand,
  controlAccess,
  controlPath,
  controlSchema,
  controlWordAskSchema,
  deleteRecordAccess,
  deleteRecordSchema,
  deviceRecordPath,
  registrationAccess,
  removeDeviceSchema,
} from './device-admin.http.ts'
export {
  decodeRecordedShare,
  devicePath,
  deviceRequestSchema,
  LAST_FIX,
  type LastFix,
  lastFixAccess,
  lastFixSchema,
  RECORDED_SHARE,
  readRecordedShares,
  SERVER_STATUS,
  type ServerStatus,
  type StreamUser,
  serverStatusSchema,
  writeRecordedMinutes,
} from './device-calls.ts'
export {
  DELETE_RECORDINGS,
  decodeControl,
  decodeDeleteRecordings,
  decodeRange,
  deleteRecordingsAccess,
  encodeControl,
  encodeDeleteRecordings,
  FORMAT_CARD,
  formatCardAccess,
  REBOOT,
  RESTORE_DEFAULTS,
  rebootAccess,
  restoreDefaultsAccess,
  type SecondsRange,
} from './device-control.vcp.ts'
export { decodeRow, encodeRow } from './device-row.ts'
export { channelName, hasChannel, orderedChannels } from './devices.rules.ts'
export {
  CHANNELS_DEFAULT,
  CHANNELS_MAX,
  type DeviceRow,
  deviceIdSchema,
  type ExtraInfo,
  extraInfosSchema,
} from './devices.schema.ts'
export {
  CHANGED_EXTRA_INFO,
  CHANGED_LIST,
  decodeListPart,
  decodeRegister,
  EXTRA_INFO,
  encodeDeviceId,
  encodeRegister,
  FULL_LIST,
  LIST_END,
  REGISTER,
  REMOVE,
  ROWS_PER_MESSAGE,
  SINGLE_ROW,
} from './devices.vcp.ts'
export {
  decodeFollowRows,
  decodePushPart,
  encodeFollowRows,
  FOLLOW_ROWS,
  PUSH_INTERVAL_MS,
  PUSH_ROWS_MAX,
  PUSH_SILENCE_MS,
  type PushPart,
} from './push.vcp.ts'
