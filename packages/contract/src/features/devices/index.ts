export { decodeRow, encodeRow } from './device-row.ts'
export { channelName, hasChannel, orderedChannels } from './devices.rules.ts'
export {
  CHANNELS_DEFAULT,
  CHANNELS_MAX,
  type DeviceFix,
  type DeviceRow,
  deviceIdSchema,
  type ExtraInfo,
  extraInfoSchema,
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
  type ListPart,
  REGISTER,
  REMOVE,
  ROWS_PER_MESSAGE,
  SINGLE_ROW,
} from './devices.vcp.ts'
