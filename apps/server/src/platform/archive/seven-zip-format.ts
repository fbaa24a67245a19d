// Belongs here: the bytes around the content of a 7z archive (7zFormat.txt of the LZMA SDK). Does not: compression, encryption, files.
import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from('377abcaf271c0004', 'hex')
export const SIGNATURE_HEADER_BYTES = 32

/** Property ids. */
const Id = {
  end: 0x00,
  header: 0x01,
  mainStreams: 0x04,
  files: 0x05,
  packInfo: 0x06,
  unpackInfo: 0x07,
  subStreams: 0x08,
  size: 0x09,
  crc: 0x0a,
  folder: 0x0b,
  unpackSizes: 0x0c,
  names: 0x11,
  modified: 0x14,
  encodedHeader: 0x17,
} as const

/** Method ids with the flags of a coder: the length of the id, and 0x20 where properties follow. */
const DEFLATE = Buffer.from('03040108', 'hex')
const AES = Buffer.from('2406f10701', 'hex')
/** Milliseconds from 1601 to 1970; times of files count 100 ns from 1601. */
const FILE_TIME_EPOCH_MS = 11_644_473_600_000

/** One encrypted stream of the archive. */
export interface PackedStream {
  /** From the end of the signature header. */
  readonly offset: number
  /** On disk: whole blocks of the cipher. */
  readonly packedBytes: number
  /** Before it was encrypted. */
  readonly plainBytes: number
  readonly aesProperties: Buffer
}

export interface ArchivedFile {
  readonly name: string
  readonly modifiedMs: number
  readonly bytes: number
  readonly crc: number
}

/** The header of an archive with one file that was deflated, then encrypted. */
export function archiveHeader(stream: PackedStream, file: ArchivedFile): Buffer {
  const name = Buffer.from(`${file.name}\0`, 'utf16le')
  const time = Buffer.alloc(8)
  time.writeBigUInt64LE(BigInt(file.modifiedMs + FILE_TIME_EPOCH_MS) * 10_000n)
  return Buffer.concat([
    bytes(Id.header, Id.mainStreams),
    packInfo(stream),
    bytes(Id.unpackInfo, Id.folder, 1, 0),
    // Decoding runs backwards: the input of the first coder is the output of the second.
    bytes(2),
    DEFLATE,
    aesCoder(stream),
    bytes(0, 1),
    bytes(Id.unpackSizes),
    number(file.bytes),
    number(stream.plainBytes),
    crcOf(file.crc),
    bytes(Id.end, Id.subStreams, Id.end, Id.end),
    bytes(Id.files, 1),
    bytes(Id.names),
    number(name.length + 1),
    bytes(0),
    name,
    bytes(Id.modified, time.length + 2, 1, 0),
    time,
    bytes(Id.end, Id.end),
  ])
}

/** What stands in place of the header when it is encrypted itself: without the password not even names can be read. */
export function encryptedHeader(stream: PackedStream, headerCrc: number): Buffer {
  return Buffer.concat([
    bytes(Id.encodedHeader),
    packInfo(stream),
    bytes(Id.unpackInfo, Id.folder, 1, 0, 1),
    aesCoder(stream),
    bytes(Id.unpackSizes),
    number(stream.plainBytes),
    crcOf(headerCrc),
    bytes(Id.end, Id.end),
  ])
}

/** The first bytes of the archive: where its last part is. */
export function signatureHeader(offset: number, last: Buffer): Buffer {
  const where = Buffer.alloc(20)
  where.writeBigUInt64LE(BigInt(offset), 0)
  where.writeBigUInt64LE(BigInt(last.length), 8)
  where.writeUInt32LE(crc32(last), 16)
  const crc = Buffer.alloc(4)
  crc.writeUInt32LE(crc32(where))
  return Buffer.concat([SIGNATURE, crc, where])
}

function packInfo({ offset, packedBytes }: PackedStream): Buffer {
  return Buffer.concat([bytes(Id.packInfo), number(offset), bytes(1, Id.size), number(packedBytes), bytes(Id.end)])
}

function aesCoder({ aesProperties }: PackedStream): Buffer {
  return Buffer.concat([AES, number(aesProperties.length), aesProperties])
}

function crcOf(value: number): Buffer {
  const crc = Buffer.alloc(6)
  crc.set([Id.crc, 1])
  crc.writeUInt32LE(value, 2)
  return crc
}

function bytes(...values: readonly number[]): Buffer {
  return Buffer.from(values)
}

/** The leading ones of the first byte say how many bytes follow; its other bits are the highest of the number. */
function number(value: number): Buffer {
  for (let following = 0; following < 7; following++) {
    if (value >= 2 ** (7 * (following + 1))) continue
    const rest = Buffer.alloc(following)
    if (following > 0) rest.writeUIntLE(value % 2 ** (8 * following), 0, Math.min(following, 6))
    const high = Math.floor(value / 2 ** (8 * following))
    return Buffer.concat([bytes(((0xff00 >> following) & 0xff) | high), rest])
  }
  throw new RangeError(`${value} is too large for an archive`)
}
