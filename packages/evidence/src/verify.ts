// Belongs here: what makes a package valid. Does not: sentences about it (console and command), reading files.
import { fromHex, sameBytes, toHex } from '@fleetglass/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { crc32 } from './crc32.ts'
import {
  type EvidenceFile,
  MANIFEST_MAX,
  MANIFEST_NAME,
  type Manifest,
  readManifest,
  SIGNATURE_BYTES,
  SIGNATURE_NAME,
} from './manifest.ts'
import {
  type ByteSource,
  contentOf,
  type DirectoryEntry,
  read,
  readDirectory,
  smallContent,
  ZipError,
} from './zip-directory.ts'
import { directoryRecords, localHeader, type ZipFile } from './zip-records.ts'

/** One thing that is wrong with a package. */
export type EvidenceFault =
  /** No ZIP, one that is damaged so far that its files are not found, or one that unpacks to more than any package. */
  | { readonly kind: 'not-a-package' }
  /** The manifest or its signature is missing, unreadable, or they do not belong together. */
  | { readonly kind: 'manifest-missing' }
  | { readonly kind: 'manifest-changed' }
  /** Signed, but not by the key that was expected. */
  | { readonly kind: 'other-key'; readonly fingerprint: string }
  | { readonly kind: 'file-changed' | 'file-removed' | 'file-added'; readonly name: string }
  /** All files are as they were signed; the ZIP around them is not as it was written. */
  | { readonly kind: 'zip-changed' }

export type Verification =
  | { readonly isValid: true; readonly manifest: Manifest; readonly fingerprint: string }
  /** `manifest` where one was read and its signature holds. */
  | { readonly isValid: false; readonly faults: readonly EvidenceFault[]; readonly manifest: Manifest | null }

export interface VerifyOptions {
  /** The public key that the package must be signed with, as 64 hex digits. Without it any key will do. */
  readonly publicKey?: string
  /** Bytes that were looked at so far, of all. */
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** What people compare by eye or telephone: the SHA-256 of the public key, in eight groups of four digits (its first 16 bytes). */
export function fingerprintOf(publicKey: string): string {
  const digits = toHex(sha256(fromHex(publicKey)).subarray(0, 16))
  return (digits.match(/.{4}/g) ?? []).join(' ')
}

/** Reads every byte. Rejects when the source cannot be read or `signal` is aborted; what is wrong with the package is an answer. */
export async function verifyEvidence(source: ByteSource, options: VerifyOptions = {}): Promise<Verification> {
  const invalid = (faults: EvidenceFault[], manifest: Manifest | null = null): Verification => ({
    isValid: false,
    faults,
    manifest,
  })
  const entries = await orNull(readDirectory(source))
  if (entries === null) return invalid([{ kind: 'not-a-package' }])
  const signed = await readSigned(source, entries)
  if ('kind' in signed) return invalid([signed])
  const { manifest } = signed
  if (sizeOf(manifest) > unpackedMax(source.size)) return invalid([{ kind: 'not-a-package' }])
  const faults = [...addedFiles(entries, manifest), ...(await changedFiles(source, entries, manifest, options))]
  const expected = options.publicKey?.toLowerCase()
  if (expected !== undefined && expected !== manifest.publicKey) {
    faults.unshift({ kind: 'other-key', fingerprint: fingerprintOf(manifest.publicKey) })
  }
  if (faults.length === 0 && !(await isAsWritten(source, entries, manifest))) faults.push({ kind: 'zip-changed' })
  if (faults.length > 0) return invalid(faults, manifest)
  return { isValid: true, manifest, fingerprint: fingerprintOf(manifest.publicKey) }
}

/** A package is not compressed. One that was packed again has recordings that do not become smaller, and texts that do. */
function unpackedMax(zipBytes: number): number {
  return 4 * zipBytes + 256 * 1024 * 1024
}

const sizeOf = ({ files }: Manifest): number => files.reduce((sum, { size }) => sum + size, 0)

async function readSigned(
  source: ByteSource,
  entries: readonly DirectoryEntry[],
): Promise<{ readonly manifest: Manifest } | EvidenceFault> {
  const [text, signature] = [MANIFEST_NAME, SIGNATURE_NAME].map((wanted) => entries.find(({ name }) => name === wanted))
  if (text === undefined || signature === undefined) return { kind: 'manifest-missing' }
  const bytes = await orNull(smallContent(source, text, MANIFEST_MAX))
  const signedBy = await orNull(smallContent(source, signature, SIGNATURE_BYTES))
  const manifest = bytes && readManifest(bytes)
  if (!bytes || !manifest || signedBy?.length !== SIGNATURE_BYTES) return { kind: 'manifest-changed' }
  return isSigned(signedBy, bytes, manifest.publicKey) ? { manifest } : { kind: 'manifest-changed' }
}

function isSigned(signature: Uint8Array, bytes: Uint8Array, publicKey: string): boolean {
  try {
    // RFC 8032: one signature has one spelling.
    return ed25519.verify(signature, bytes, fromHex(publicKey), { zip215: false })
  } catch {
    return false
  }
}

/** Files that nobody signed, and a second file of a name: another program would show that one. */
function addedFiles(entries: readonly DirectoryEntry[], { files }: Manifest): EvidenceFault[] {
  const expected = new Set([MANIFEST_NAME, SIGNATURE_NAME, ...files.map(({ name }) => name)])
  return entries.filter(({ name }) => !expected.delete(name)).map(({ name }) => ({ kind: 'file-added', name }))
}

async function changedFiles(
  source: ByteSource,
  entries: readonly DirectoryEntry[],
  manifest: Manifest,
  { onProgress, signal }: VerifyOptions,
): Promise<EvidenceFault[]> {
  const faults: EvidenceFault[] = []
  const total = sizeOf(manifest)
  let before = 0
  for (const file of manifest.files) {
    const { name } = file
    const entry = entries.find((one) => one.name === name)
    const onRead = (bytes: number) => {
      signal?.throwIfAborted()
      onProgress?.(before + bytes, total)
    }
    if (entry === undefined) faults.push({ kind: 'file-removed', name })
    else if (!(await isIntact(source, entry, file, onRead))) faults.push({ kind: 'file-changed', name })
    before += file.size
  }
  return faults
}

async function isIntact(
  source: ByteSource,
  entry: DirectoryEntry,
  { size, sha256: expected }: EvidenceFile,
  onRead: (bytes: number) => void,
): Promise<boolean> {
  const hash = sha256.create()
  let [length, crc] = [0, 0]
  try {
    for await (const piece of contentOf(source, entry, size)) {
      hash.update(piece)
      crc = crc32(piece, crc)
      length += piece.length
      onRead(length)
    }
  } catch (error) {
    if (error instanceof ZipError) return false
    throw error
  }
  return length === size && crc === entry.crc && toHex(hash.digest()) === expected
}

/** Whether the records between and behind the files are what the writer writes. */
async function isAsWritten(
  source: ByteSource,
  entries: readonly DirectoryEntry[],
  manifest: Manifest,
): Promise<boolean> {
  const madeMs = Date.parse(manifest.madeAt)
  const expected = [...manifest.files.map(({ name }) => name), MANIFEST_NAME, SIGNATURE_NAME]
  const files: ZipFile[] = []
  let at = 0
  for (const [index, { name, crc, storedSize }] of entries.entries()) {
    if (name !== expected[index]) return false
    const header = localHeader({ name, size: storedSize, crc }, madeMs)
    if (!(await isAt(source, at, header))) return false
    files.push({ name, size: storedSize, crc, at })
    at += header.length + storedSize
  }
  const records = directoryRecords(files, at, madeMs)
  const isComplete = entries.length === expected.length && at + records.length === source.size
  return isComplete && (await isCrcOfSmall(source, entries)) && (await isAt(source, at, records))
}

/** The manifest and its signature have a checksum in the ZIP too. */
async function isCrcOfSmall(source: ByteSource, entries: readonly DirectoryEntry[]): Promise<boolean> {
  for (const entry of entries.slice(-2)) {
    const bytes = await orNull(smallContent(source, entry, MANIFEST_MAX))
    if (bytes === null || crc32(bytes) !== entry.crc) return false
  }
  return true
}

async function isAt(source: ByteSource, at: number, expected: Uint8Array): Promise<boolean> {
  const found = await orNull(read(source, at, expected.length))
  return found !== null && sameBytes(found, expected)
}

/** What is wrong with the ZIP is `null`; a source that cannot be read rejects. */
async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ZipError) return null
    throw error
  }
}
