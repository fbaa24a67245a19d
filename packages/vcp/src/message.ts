/** One message of the main channel. `code` is the field `M`; `fields` are the others, in any order, without `M` and `Z`. */
export interface VcpMessage {
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly payload?: Uint8Array
}

/** Bytes of the field lines together, and their number. */
export const MAX_FIELD_BYTES = 65_536
export const MAX_FIELD_LINES = 64
/** Bytes of a whole message with header and payload. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** Close codes of the link: a message that cannot be read, and one that is too large. */
export const CLOSE_MALFORMED = 1002
export const CLOSE_TOO_LARGE = 1009
