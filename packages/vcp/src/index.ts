export { decodeVcp, type VcpFault, type VcpResult } from './decode.ts'
export { encodeVcp } from './encode.ts'
export {
  CLOSE_MALFORMED,
  CLOSE_TOO_LARGE,
  MAX_FIELD_BYTES,
  MAX_FIELD_LINES,
  MAX_MESSAGE_BYTES,
  type VcpMessage,
} from './message.ts'
