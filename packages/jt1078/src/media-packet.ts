/** High half of the type byte (JT/T 1078-2016, table 19): what the packet carries. */
export const DataType = { I: 0, P: 1, B: 2, audio: 3, transparent: 4 } as const

/** Low half of the type byte: which part of a frame the packet is. */
export const PartMark = { whole: 0, first: 1, last: 2, middle: 3 } as const

/** Payload types (JT/T 1078-2016, table 12) that are met in practice. */
export const PayloadType = {
  g711a: 6,
  g711u: 7,
  g726: 8,
  aac: 19,
  adpcm: 26,
  transparent: 91,
  h264: 98,
  h265: 99,
} as const

/** How many SIM bytes a packet has: 6 in the text of 2016, 10 with JT/T 808-2019 and Guangdong terminals. */
export type SimLength = 6 | 10

/** One media packet (JT/T 1078-2016, 5.5.3). */
export interface MediaPacket {
  readonly kind: 'packet'
  /** Byte 4: version, padding, extension, CSRC count. 0x81 by the text; others are accepted. */
  readonly firstByte: number
  /** M bit. Not to be trusted: some devices never set it. */
  readonly marker: boolean
  /** Payload type, 0 to 127. */
  readonly payloadType: number
  readonly serial: number
  /** The 6 or 10 bytes as they came; equal packets of a connection share one array. */
  readonly simRaw: Uint8Array
  readonly channel: number
  /** One of `DataType`. */
  readonly dataType: number
  /** One of `PartMark`. */
  readonly mark: number
  /** Device clock in ms, modulo 2^53: only differences mean anything. 0 in transparent packets, which have none. */
  readonly timestampMs: number
  /** Ms since the last I frame and since the last frame, as sent: not to be trusted. 0 where there are none. */
  readonly iFrameIntervalMs: number
  readonly frameIntervalMs: number
  /** The body as views of what was read, in order. Empty when the body is. */
  readonly pieces: readonly Uint8Array[]
  readonly bodyLength: number
}

/** Length of the magic `30 31 63 64` ("01cd"). */
export const MAGIC_LENGTH = 4

/** Head of a packet in bytes for each data type and SIM length; 0 for an unknown type or mark. */
export function headLength(typeAndMark: number, simLength: SimLength): number {
  if ((typeAndMark & 0x0f) > PartMark.middle) return 0
  switch (typeAndMark >> 4) {
    case DataType.I:
    case DataType.P:
    case DataType.B:
      return simLength + 24
    case DataType.audio:
      return simLength + 20
    case DataType.transparent:
      return simLength + 12
    default:
      return 0
  }
}

/** Whether the magic stands at `at`. */
export function isMagic(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x30 && bytes[at + 1] === 0x31 && bytes[at + 2] === 0x63 && bytes[at + 3] === 0x64
}

/** Reads a head whose bytes are known to be there; `pieces` is the body. */
export function readHead(
  bytes: Uint8Array,
  at: number,
  simLength: SimLength,
  simRaw: Uint8Array,
  pieces: readonly Uint8Array[],
  bodyLength: number,
): MediaPacket {
  const rest = at + 8 + simLength
  const typeAndMark = bytes[rest + 1]!
  const dataType = typeAndMark >> 4
  const second = bytes[at + 5]!
  const isVideo = dataType <= DataType.B
  return {
    kind: 'packet',
    firstByte: bytes[at + 4]!,
    marker: second >= 0x80,
    payloadType: second & 0x7f,
    serial: (bytes[at + 6]! << 8) | bytes[at + 7]!,
    simRaw,
    channel: bytes[rest]!,
    dataType,
    mark: typeAndMark & 0x0f,
    timestampMs: dataType === DataType.transparent ? 0 : readTime(bytes, rest + 2),
    iFrameIntervalMs: isVideo ? (bytes[rest + 10]! << 8) | bytes[rest + 11]! : 0,
    frameIntervalMs: isVideo ? (bytes[rest + 12]! << 8) | bytes[rest + 13]! : 0,
    pieces,
    bodyLength,
  }
}

/** 64 bits as a number: the upper 11 bits, which no clock in milliseconds needs, are left out. */
function readTime(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at + 1]! & 0x1f) << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  const low = ((bytes[at + 4]! << 24) | (bytes[at + 5]! << 16) | (bytes[at + 6]! << 8) | bytes[at + 7]!) >>> 0
  return high * 0x1_0000_0000 + low
}

/** How many bytes of the connection the packet took, head and body. */
export function packetLength(packet: MediaPacket): number {
  const simLength: SimLength = packet.simRaw.length === 10 ? 10 : 6
  return headLength((packet.dataType << 4) | packet.mark, simLength) + packet.bodyLength
}

/** The head of a packet for a body of `bodyLength` bytes. The SIM must have 6 or 10 bytes. */
export function writeHead(
  bytes: Uint8Array,
  at: number,
  packet: Omit<MediaPacket, 'kind' | 'pieces' | 'bodyLength'>,
  bodyLength: number,
): number {
  bytes[at] = 0x30
  bytes[at + 1] = 0x31
  bytes[at + 2] = 0x63
  bytes[at + 3] = 0x64
  bytes[at + 4] = packet.firstByte
  bytes[at + 5] = (packet.marker ? 0x80 : 0) | packet.payloadType
  bytes[at + 6] = packet.serial >> 8
  bytes[at + 7] = packet.serial
  bytes.set(packet.simRaw, at + 8)
  let next = at + 8 + packet.simRaw.length
  bytes[next++] = packet.channel
  bytes[next++] = (packet.dataType << 4) | packet.mark
  if (packet.dataType !== DataType.transparent) {
    writeU32(bytes, next, Math.floor(packet.timestampMs / 0x1_0000_0000))
    writeU32(bytes, next + 4, packet.timestampMs % 0x1_0000_0000)
    next += 8
  }
  if (packet.dataType <= DataType.B) {
    bytes[next++] = packet.iFrameIntervalMs >> 8
    bytes[next++] = packet.iFrameIntervalMs
    bytes[next++] = packet.frameIntervalMs >> 8
    bytes[next++] = packet.frameIntervalMs
  }
  bytes[next++] = bodyLength >> 8
  bytes[next++] = bodyLength
  return next
}

function writeU32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value
}

/** The bytes of one packet as they go over the connection. Throws `RangeError` for what does not fit the fields. */
export function encodeMediaPacket(packet: MediaPacket): Uint8Array {
  if (packet.simRaw.length !== 6 && packet.simRaw.length !== 10) throw new RangeError('the SIM has 6 or 10 bytes')
  const head = headLength((packet.dataType << 4) | packet.mark, packet.simRaw.length)
  if (head === 0) throw new RangeError(`data type ${packet.dataType} with mark ${packet.mark} is not known`)
  if (packet.bodyLength > 0xffff) throw new RangeError('a body has at most 65535 bytes')
  const bytes = new Uint8Array(head + packet.bodyLength)
  let at = writeHead(bytes, 0, packet, packet.bodyLength)
  for (const piece of packet.pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
