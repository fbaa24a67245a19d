// Belongs here: the order of writing. Does not: what is in the files, keys on disk.
import { toHex } from '@fleetglass/bytes'
import { crc32 as crc32InScript } from './crc32.ts'
import {
  type EvidenceFile,
  isEvidenceFileName,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFacts,
  SIGNATURE_BYTES,
  SIGNATURE_NAME,
} from './manifest.ts'
import { directoryRecords, localHeader, type ZipFile } from './zip-records.ts'

/** Where the package is written: a file. */
export interface ByteSink {
  write(bytes: Uint8Array, at: number): Promise<void>
}

export interface WriterOptions {
  readonly sink: ByteSink
  /** Unix ms, whole seconds: the time of each file in the ZIP and `madeAt` of the manifest. */
  readonly madeMs: number
  /** SHA-256 of bytes that come in pieces. */
  readonly sha256: () => { update(bytes: Uint8Array): unknown; digest(): Uint8Array }
  /** CRC-32 of bytes that follow what the second argument was computed of; left out: a slower one in script. */
  readonly crc32?: (bytes: Uint8Array, before: number) => number
  /** Ed25519. */
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

/** Writes an evidence package: `add` for each file, one after the other, then `finish` once. */
export class EvidenceWriter {
  readonly #options: WriterOptions
  readonly #zipped: ZipFile[] = []
  readonly #files: EvidenceFile[] = []
  #at = 0

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** Throws for a name that the format does not allow or that is there already. */
  async add(name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<EvidenceFile> {
    const isTaken = this.#files.some((file) => file.name === name)
    if (!isEvidenceFileName(name) || isTaken) throw new Error(`an evidence package cannot have a file ${name}`)
    const file = await this.#put(name, pieces)
    this.#files.push(file)
    return file
  }

  /** Writes manifest, signature and directory; answers the size of the package. */
  async finish(facts: Omit<ManifestFacts, 'madeAt'>): Promise<{ readonly size: number; readonly manifest: Manifest }> {
    const { madeMs, sign, sink } = this.#options
    const manifest: Manifest = {
      format: 'fleetglass-evidence',
      version: 1,
      ...facts,
      madeAt: new Date(madeMs).toISOString(),
      files: this.#files,
    }
    const bytes = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
    const signature = sign(bytes)
    if (signature.length !== SIGNATURE_BYTES) throw new Error('a signature has 64 bytes')
    await this.#put(MANIFEST_NAME, [bytes])
    await this.#put(SIGNATURE_NAME, [signature])
    const records = directoryRecords(this.#zipped, this.#at, madeMs)
    await sink.write(records, this.#at)
    return { size: this.#at + records.length, manifest }
  }

  /** The header is written when the size is known, in front of what was written meanwhile. */
  async #put(name: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<EvidenceFile> {
    const { sink, madeMs, crc32 = crc32InScript } = this.#options
    const headerLength = localHeader({ name, size: 0, crc: 0 }, madeMs).length
    const hash = this.#options.sha256()
    let [size, crc] = [0, 0]
    for await (const piece of pieces) {
      await sink.write(piece, this.#at + headerLength + size)
      hash.update(piece)
      crc = crc32(piece, crc)
      size += piece.length
    }
    await sink.write(localHeader({ name, size, crc }, madeMs), this.#at)
    this.#zipped.push({ name, size, crc, at: this.#at })
    this.#at += headerLength + size
    return { name, size, sha256: toHex(hash.digest()) }
  }
}
