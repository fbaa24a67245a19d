// Belongs here: the one spelling of a ZIP's records in an evidence package. Does not: reading ZIPs of other programs (zip-directory.ts).
// Source: PKWARE APPNOTE 6.3, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.14 to 4.3.16 (ends), 4.5.3 (ZIP64).
import { concat } from '@fleetglass/bytes'

/** A file in the ZIP. */
export interface ZipFile {
  readonly name: string
  readonly size: number
  readonly crc: number
  /** Where its local header begins. */
  readonly at: number
}

/** ZIP64, and names in UTF-8. */
const VERSION = 45
const UTF8_NAMES = 0x0800
const IN_ZIP64 = 0xffffffff
const ZIP64_FIELD = 0x0001

/** The bytes in front of a file's content. Their length depends on the name only. */
export function localHeader({ name, size, crc }: Omit<ZipFile, 'at'>, madeMs: number): Uint8Array {
  return record((put) => {
    put.u32(0x04034b50)
    put.u16(VERSION)
    common(put, crc, madeMs)
    const bytes = nameBytes(name)
    put.u16(bytes.length)
    put.u16(20)
    put.bytes(bytes)
    put.u16(ZIP64_FIELD)
    put.u16(16)
    put.u64(size)
    put.u64(size)
  })
}

/** The directory and the ends, which follow the last file. `at` is where they begin. */
export function directoryRecords(files: readonly ZipFile[], at: number, madeMs: number): Uint8Array {
  const entries = files.map((file) => directoryEntry(file, madeMs))
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  const ends = record((put) => {
    put.u32(0x06064b50)
    put.u64(44)
    put.u16(VERSION)
    put.u16(VERSION)
    put.u32(0)
    put.u32(0)
    put.u64(files.length)
    put.u64(files.length)
    put.u64(size)
    put.u64(at)
    put.u32(0x07064b50)
    put.u32(0)
    put.u64(at + size)
    put.u32(1)
    put.u32(0x06054b50)
    put.u16(0)
    put.u16(0)
    put.u16(0xffff)
    put.u16(0xffff)
    put.u32(IN_ZIP64)
    put.u32(IN_ZIP64)
    put.u16(0)
  })
  return concat([...entries, ends])
}

function directoryEntry({ name, size, crc, at }: ZipFile, madeMs: number): Uint8Array {
  return record((put) => {
    put.u32(0x02014b50)
    put.u16(VERSION)
    put.u16(VERSION)
    common(put, crc, madeMs)
    const bytes = nameBytes(name)
    put.u16(bytes.length)
    put.u16(28)
    put.u16(0)
    put.u16(0)
    put.u16(0)
    put.u32(0)
    put.u32(IN_ZIP64)
    put.bytes(bytes)
    put.u16(ZIP64_FIELD)
    put.u16(24)
    put.u64(size)
    put.u64(size)
    put.u64(at)
  })
}

/** From the flags to the two sizes: the same in both headers. Nothing is compressed. */
function common(put: Put, crc: number, madeMs: number): void {
  const [time, date] = dosTime(madeMs)
  put.u16(UTF8_NAMES)
  put.u16(0)
  put.u16(time)
  put.u16(date)
  put.u32(crc)
  put.u32(IN_ZIP64)
  put.u32(IN_ZIP64)
}

/** In UTC, in steps of two seconds, from 1980 on. */
function dosTime(madeMs: number): [time: number, date: number] {
  const made = new Date(madeMs)
  const year = Math.min(Math.max(made.getUTCFullYear(), 1980), 2107) - 1980
  return [
    (made.getUTCHours() << 11) | (made.getUTCMinutes() << 5) | (made.getUTCSeconds() >> 1),
    (year << 9) | ((made.getUTCMonth() + 1) << 5) | made.getUTCDate(),
  ]
}

const nameBytes = (name: string): Uint8Array => new TextEncoder().encode(name)

interface Put {
  u16(value: number): void
  u32(value: number): void
  u64(value: number): void
  bytes(value: Uint8Array): void
}

function record(fill: (put: Put) => void): Uint8Array {
  const pieces: Uint8Array[] = []
  const put = (length: number, write: (view: DataView) => void): void => {
    const piece = new Uint8Array(length)
    write(new DataView(piece.buffer))
    pieces.push(piece)
  }
  fill({
    u16: (value) => put(2, (view) => view.setUint16(0, value, true)),
    u32: (value) => put(4, (view) => view.setUint32(0, value, true)),
    u64: (value) => put(8, (view) => view.setBigUint64(0, BigInt(value), true)),
    bytes: (value) => pieces.push(value),
  })
  return concat(pieces)
}
