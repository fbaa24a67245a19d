// Opens an archive of ours as 7-Zip would, by the description of the format alone.
import { createDecipheriv, createHash } from 'node:crypto'
import { crc32, inflateRawSync } from 'node:zlib'

interface Coder {
  readonly id: string
  readonly properties: Buffer
}

class Reader {
  at = 0
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }
  take(length: number): Buffer {
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }
  number(): number {
    const first = this.byte()
    let value = 0
    let mask = 0x80
    for (let following = 0; following < 8; following++) {
      if ((first & mask) === 0) return value + (first & (mask - 1)) * 2 ** (8 * following)
      value += this.byte() * 2 ** (8 * following)
      mask >>= 1
    }
    return value
  }
  expect(...values: readonly number[]): void {
    for (const value of values) {
      const found = this.byte()
      if (found !== value) throw new Error(`${found} stands at ${this.at - 1} where ${value} is expected`)
    }
  }
}

/** The one file of an archive; `null`: another password is needed. */
export function openArchive(
  archive: Buffer,
  password: string,
): { readonly name: string; readonly text: string } | null {
  if (archive.toString('hex', 0, 6) !== '377abcaf271c') throw new Error('this is no 7z archive')
  const start = archive.subarray(12, 32)
  if (archive.readUInt32LE(8) !== crc32(start)) throw new Error('the first header is damaged')
  const from = 32 + Number(start.readBigUInt64LE(0))
  const last = archive.subarray(from, from + Number(start.readBigUInt64LE(8)))
  if (crc32(last) !== start.readUInt32LE(16)) throw new Error('the last header is damaged')
  const outer = new Reader(last)
  outer.expect(0x17)
  const header = streamOf(outer, archive, password)
  if (header === null) return null
  const inner = new Reader(header)
  inner.expect(0x01, 0x04)
  const text = streamOf(inner, archive, password)
  inner.expect(0x05, 1, 0x11)
  const nameBytes = inner.number()
  inner.expect(0)
  const name = inner
    .take(nameBytes - 1)
    .toString('utf16le')
    .replace(/\0$/, '')
  if (text === null) throw new Error('the content is damaged')
  return { name, text: text.toString() }
}

/** Decodes the one stream that a header describes; `null`: its checksum is another one. */
function streamOf(header: Reader, archive: Buffer, password: string): Buffer | null {
  header.expect(0x06)
  const offset = 32 + header.number()
  header.expect(1, 0x09)
  const packed = archive.subarray(offset, offset + header.number())
  header.expect(0, 0x07, 0x0b, 1, 0)
  const coders: Coder[] = []
  for (let left = header.byte(); left > 0; left--) {
    const flags = header.byte()
    const id = header.take(flags & 0x0f).toString('hex')
    coders.push({ id, properties: flags & 0x20 ? header.take(header.number()) : Buffer.alloc(0) })
  }
  if (coders.length === 2) header.expect(0, 1)
  header.expect(0x0c)
  const sizes = coders.map(() => header.number())
  header.expect(0x0a, 1)
  const crc = header.take(4).readUInt32LE()
  header.expect(0)
  if (coders.length === 2) header.expect(0x08, 0)
  header.expect(0)
  let bytes = packed
  for (let at = coders.length - 1; at >= 0; at--) {
    const decoded = decode(coders[at]!, bytes, password, sizes[at] ?? 0)
    if (decoded === null) return null
    bytes = decoded
  }
  return crc32(bytes) === crc ? bytes : null
}

function decode({ id, properties }: Coder, bytes: Buffer, password: string, size: number): Buffer | null {
  if (id === '040108') return inflateRawSync(bytes)
  if (id !== '06f10701') throw new Error(`the method ${id} is unknown`)
  const [first = 0, second = 0] = properties
  const saltBytes = (first >> 7) + (second >> 4)
  const salt = properties.subarray(2, 2 + saltBytes)
  const iv = properties.subarray(2 + saltBytes)
  const decipher = createDecipheriv('aes-256-cbc', keyOf(password, salt, first & 0x3f), iv).setAutoPadding(false)
  return Buffer.concat([decipher.update(bytes), decipher.final()]).subarray(0, size)
}

function keyOf(password: string, salt: Buffer, power: number): Buffer {
  const secret = Buffer.concat([salt, Buffer.from(password, 'utf16le')])
  const hash = createHash('sha256')
  const counter = Buffer.alloc(8)
  const all: Buffer[] = []
  for (let round = 0; round < 2 ** power; round++) {
    counter.writeUInt32LE(round)
    all.push(Buffer.concat([secret, counter]))
    if (all.length === 4_096) hash.update(Buffer.concat(all.splice(0)))
  }
  return hash.update(Buffer.concat(all)).digest()
}
