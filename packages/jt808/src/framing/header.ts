import { attempt, ByteReader, ByteWriter, isBcd, Malformed, type Result, toHex } from '@fleetglass/bytes'

/**
 * Which of the two header layouts a frame has. 2011 and 2013 share one; the few bodies in which those two differ say so
 * themselves (`layout`).
 */
export type Version = '2013' | '2019'

/** The number a terminal goes by: 6 bytes of BCD to 2013, 10 in 2019. */
export interface TerminalNumber {
  /** As sent. Answers and media packets carry these bytes unchanged. */
  readonly raw: Uint8Array
  /** Digits without leading zeros; lower-case hex of all bytes where they are not BCD (some trackers send a binary IMEI). */
  readonly id: string
}

/** The header of one frame, JT/T 808-2013 and -2019, 4.4.3. */
export interface Header {
  readonly messageId: number
  /** The layout the header was read by, which is not always what the version flag says. */
  readonly version: Version
  /** Bit 14 of the attributes as sent. */
  readonly versionFlag: boolean
  /** Revision of the 2019 protocol, from 1; 0 in the older header. */
  readonly protocolVersion: number
  readonly terminal: TerminalNumber
  readonly serial: number
  /** Bits 10 to 12 of the attributes: 0 plain, 1 RSA. */
  readonly encryption: number
  /** Bit 15 of the attributes, reserved. */
  readonly reservedFlag: boolean
  /** The length the header gives, in bytes; the body may be another. */
  readonly bodyLength: number
  /** Present when the message was cut into packets; `number` counts from 1. */
  readonly packet?: { readonly total: number; readonly number: number }
}

/** One frame: its header and the bytes of its body (of one packet, when the message was cut). A view, not a copy. */
export interface Frame {
  readonly header: Header
  readonly body: Uint8Array
}

const LENGTH_BITS = 0x03ff
const PACKET_FLAG = 0x2000
const VERSION_FLAG = 0x4000
const RESERVED_FLAG = 0x8000

/** Length of the terminal number in bytes. */
export const NUMBER_BYTES: Readonly<Record<Version, number>> = { '2013': 6, '2019': 10 }

/**
 * Reads the header of an unescaped frame without checksum, as `FrameSplitter` gives it.
 *
 * Real devices set the version flag and use the other layout, so the layout is judged per frame: by the flag, unless the
 * length fits the other layout alone and the number is clean BCD there. A length that fits neither is only noted; the
 * body is what is there. Fails when the bytes are too few for a header.
 */
export function decodeFrame(bytes: Uint8Array): Result<Frame> {
  return attempt(() => {
    const flagged: Version = flagOf(bytes) ? '2019' : '2013'
    if (!fits(bytes, flagged)) {
      const other: Version = flagged === '2019' ? '2013' : '2019'
      if (fits(bytes, other) && isBcd(numberOf(bytes, other))) return read(bytes, other)
    }
    return read(bytes, flagged)
  })
}

/** Header and body as the bytes between the two `7e`, before checksum and escaping. Throws when a field cannot be written. */
export function encodeHeader(header: Header, bodyLength: number): Uint8Array {
  const wanted = NUMBER_BYTES[header.version]
  if (header.terminal.raw.length !== wanted) {
    throw new RangeError(`a ${header.version} header takes a number of ${wanted} bytes`)
  }
  if (bodyLength > LENGTH_BITS) throw new RangeError(`a body of ${bodyLength} bytes does not fit into one frame`)
  const attributes =
    bodyLength |
    ((header.encryption & 7) << 10) |
    (header.packet ? PACKET_FLAG : 0) |
    (header.versionFlag ? VERSION_FLAG : 0) |
    (header.reservedFlag ? RESERVED_FLAG : 0)
  const writer = new ByteWriter(24).u16(header.messageId).u16(attributes)
  if (header.version === '2019') writer.u8(header.protocolVersion)
  writer.bytes(header.terminal.raw).u16(header.serial)
  if (header.packet) writer.u16(header.packet.total).u16(header.packet.number)
  return writer.finish()
}

/** What a terminal's bytes are called: see `TerminalNumber.id`. */
export function terminalId(raw: Uint8Array): string {
  const digits = toHex(raw)
  return isBcd(raw) ? digits.replace(/^0+(?=.)/, '') : digits
}

/** The bytes of a number of digits in the layout of `version`, zeros in front. Throws when it is too long or not digits. */
export function terminalNumber(digits: string, version: Version): TerminalNumber {
  if (!/^\d+$/.test(digits)) throw new RangeError(`"${digits}" is not made of digits`)
  const raw = new ByteWriter().bcd(digits, NUMBER_BYTES[version]).finish()
  return { raw, id: terminalId(raw) }
}

function read(bytes: Uint8Array, version: Version): Frame {
  const reader = new ByteReader(bytes)
  const messageId = reader.u16()
  const attributes = reader.u16()
  const protocolVersion = version === '2019' ? reader.u8() : 0
  const raw = reader.take(NUMBER_BYTES[version])
  const serial = reader.u16()
  const packet = attributes & PACKET_FLAG ? { total: reader.u16(), number: reader.u16() } : undefined
  if (packet && (packet.number === 0 || packet.number > packet.total)) {
    throw new Malformed(reader.offset - 4, `packet ${packet.number} of ${packet.total}`)
  }
  const header: Header = {
    messageId,
    version,
    versionFlag: (attributes & VERSION_FLAG) !== 0,
    protocolVersion,
    terminal: { raw, id: terminalId(raw) },
    serial,
    encryption: (attributes >> 10) & 7,
    reservedFlag: (attributes & RESERVED_FLAG) !== 0,
    bodyLength: attributes & LENGTH_BITS,
    ...(packet && { packet }),
  }
  return { header, body: reader.rest() }
}

function flagOf(bytes: Uint8Array): boolean {
  return bytes.length > 2 && ((bytes[2]! << 8) & VERSION_FLAG) !== 0
}

function fits(bytes: Uint8Array, version: Version): boolean {
  if (bytes.length < 4) return false
  const attributes = (bytes[2]! << 8) | bytes[3]!
  const fixed = (version === '2019' ? 7 : 6) + NUMBER_BYTES[version] + (attributes & PACKET_FLAG ? 4 : 0)
  return bytes.length === fixed + (attributes & LENGTH_BITS)
}

function numberOf(bytes: Uint8Array, version: Version): Uint8Array {
  const at = version === '2019' ? 5 : 4
  return bytes.subarray(at, at + NUMBER_BYTES[version])
}
