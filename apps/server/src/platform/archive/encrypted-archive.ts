// Belongs here: writing a 7z archive with one encrypted file. Does not: what is in it.
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import {
  archiveHeader,
  encryptedHeader,
  type PackedStream,
  SIGNATURE_HEADER_BYTES,
  signatureHeader,
} from './seven-zip-format.ts'

/** The key is the hash of 2^19 rounds, as 7-Zip itself makes it. */
const ROUNDS_POWER = 19
const BLOCK_BYTES = 16
/** Rounds that are hashed between two turns of the event loop: about a millisecond. */
const ROUNDS_AT_ONCE = 2_048

export interface EncryptedArchive {
  /** Where it is written; the file must not exist. */
  readonly path: string
  readonly password: string
  /** Of the file in the archive. */
  readonly name: string
  readonly modifiedMs: number
  /** Bytes of the archive; beyond them it fails with an `ArchiveTooLarge`. */
  readonly maxBytes: number
  readonly content: AsyncIterable<string>
}

export class ArchiveTooLarge extends Error {}

/** Writes an archive with AES-256, names included. What is held in memory does not depend on its size. Returns its bytes. */
export async function writeEncryptedArchive(archive: EncryptedArchive): Promise<number> {
  const salt = randomBytes(BLOCK_BYTES)
  const key = await keyOf(archive.password, salt)
  const file = await open(archive.path, 'wx', 0o600)
  try {
    const writer = new EncryptedWriter(file, key, salt, archive.maxBytes)
    const { stream, bytes, crc } = await writeContent(writer, archive.content)
    const header = archiveHeader(stream, { name: archive.name, modifiedMs: archive.modifiedMs, bytes, crc })
    writer.begin()
    await writer.write(header)
    const last = encryptedHeader(await writer.end(), crc32(header))
    await file.write(last, 0, last.length, SIGNATURE_HEADER_BYTES + writer.written)
    await file.write(signatureHeader(writer.written, last), 0, SIGNATURE_HEADER_BYTES, 0)
    return SIGNATURE_HEADER_BYTES + writer.written + last.length
  } finally {
    await file.close()
  }
}

async function writeContent(writer: EncryptedWriter, content: AsyncIterable<string>) {
  let bytes = 0
  let crc = 0
  const deflate = createDeflateRaw()
  const feed = async (): Promise<void> => {
    for await (const text of content) {
      const chunk = Buffer.from(text)
      bytes += chunk.length
      crc = crc32(chunk, crc)
      if (!deflate.write(chunk)) await new Promise((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
  }
  const fed = feed().catch((error: unknown) => void deflate.destroy(error as Error))
  writer.begin()
  for await (const chunk of deflate) await writer.write(chunk as Buffer)
  await fed
  return { stream: await writer.end(), bytes, crc }
}

/** Encrypts streams one after the other into a file. */
class EncryptedWriter {
  readonly #file: FileHandle
  readonly #key: Buffer
  readonly #salt: Buffer
  readonly #maxBytes: number
  #iv = Buffer.alloc(0)
  #cipher = createCipheriv('aes-256-cbc', Buffer.alloc(32), Buffer.alloc(BLOCK_BYTES))
  #offset = 0
  #plainBytes = 0
  /** Behind the signature header. */
  written = 0

  constructor(file: FileHandle, key: Buffer, salt: Buffer, maxBytes: number) {
    this.#file = file
    this.#key = key
    this.#salt = salt
    this.#maxBytes = maxBytes
  }

  begin(): void {
    this.#iv = randomBytes(BLOCK_BYTES)
    this.#cipher = createCipheriv('aes-256-cbc', this.#key, this.#iv).setAutoPadding(false)
    this.#offset = this.written
    this.#plainBytes = 0
  }

  async write(plain: Buffer): Promise<void> {
    this.#plainBytes += plain.length
    await this.#append(this.#cipher.update(plain))
  }

  /** Fills the last block with zeros. */
  async end(): Promise<PackedStream> {
    const missing = (BLOCK_BYTES - (this.#plainBytes % BLOCK_BYTES)) % BLOCK_BYTES
    await this.#append(this.#cipher.update(Buffer.alloc(missing)))
    await this.#append(this.#cipher.final())
    return {
      offset: this.#offset,
      packedBytes: this.written - this.#offset,
      plainBytes: this.#plainBytes,
      // Rounds, that salt and vector follow, and their lengths less one.
      aesProperties: Buffer.concat([Buffer.from([ROUNDS_POWER | 0xc0, 0xff]), this.#salt, this.#iv]),
    }
  }

  async #append(encrypted: Buffer): Promise<void> {
    if (this.written + encrypted.length > this.#maxBytes) throw new ArchiveTooLarge()
    await this.#file.write(encrypted, 0, encrypted.length, SIGNATURE_HEADER_BYTES + this.written)
    this.written += encrypted.length
  }
}

async function keyOf(password: string, salt: Buffer): Promise<Buffer> {
  const secret = Buffer.concat([salt, Buffer.from(password, 'utf16le')])
  const roundBytes = secret.length + 8
  const rounds = Buffer.alloc(roundBytes * ROUNDS_AT_ONCE)
  const hash = createHash('sha256')
  for (let first = 0; first < 2 ** ROUNDS_POWER; first += ROUNDS_AT_ONCE) {
    for (let at = 0; at < ROUNDS_AT_ONCE; at++) {
      secret.copy(rounds, at * roundBytes)
      rounds.writeUInt32LE(first + at, at * roundBytes + secret.length)
    }
    hash.update(rounds)
    await loopTurn()
  }
  return hash.digest()
}
