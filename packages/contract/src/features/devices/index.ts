export { decodeRow, encodeRow } from './device-row.ts'
export { channelName, orderedChannels } from './devices.rules.ts'
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
