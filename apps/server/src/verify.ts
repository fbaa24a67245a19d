// fleetglass verify FILE.zip: whether an evidence package is as it was signed. Needs no server, no network and no configuration.
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { type ByteSource, type EvidenceFault, type Verification, verifyEvidence } from '@fleetglass/evidence'
import { StartError } from './platform/errors/index.ts'

export const VERIFY_HELP = `Usage: fleetglass verify FILE.zip [--key FILE | --key HEX]

Says whether an evidence package is valid, or which of its files was changed, removed or added. Exit code 0: valid; 1: not valid; 2: it could not
be read.

  --key  the public key of the site that is said to have made it, as its console offers it: a file, or its 64 hex digits. Without it, compare
         the fingerprint with one that you know: anyone can sign with a key of their own.
`

/** `isValid` and the sentences that say so. Throws `StartError` where a file cannot be read. */
export async function verifyFile(
  args: readonly string[],
): Promise<{ readonly isValid: boolean; readonly text: string }> {
  const { path, key } = parse(args)
  const publicKey = key === null ? null : await publicKeyOf(key)
  const file = await open(path).catch((error: Error) => unreadable(path, error))
  try {
    const source = await sourceOf(file)
    const found = await verifyEvidence(source, publicKey === null ? {} : { publicKey })
    return { isValid: found.isValid, text: describe(path, found, publicKey !== null) }
  } catch (error) {
    return unreadable(path, error as Error)
  } finally {
    await file.close()
  }
}

function parse(args: readonly string[]): { readonly path: string; readonly key: string | null } {
  const at = args.indexOf('--key')
  const key = at < 0 ? null : (args[at + 1] ?? '')
  const [path, ...others] = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)]
  if (path === undefined || path.startsWith('-') || others.length > 0 || key === '') {
    throw new StartError('Say which file: fleetglass verify FILE.zip [--key FILE | --key HEX].')
  }
  return { path, key }
}

async function publicKeyOf(key: string): Promise<string> {
  const isHex = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text)
  if (isHex(key)) return key
  const text = (await readFile(key, 'utf8').catch((error: Error) => unreadable(key, error))).trim()
  if (isHex(text)) return text
  throw new StartError(`${key} is not a public key: it has 64 hex digits.`)
}

async function sourceOf(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat()
  return {
    size,
    async read(at, length) {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await file.read(bytes, 0, length, at)
      if (bytesRead < length) throw new Error('it became shorter while it was read')
      return bytes
    },
  }
}

function unreadable(path: string, { message }: Error): never {
  throw new StartError(`${path} cannot be read: ${message}`)
}

function describe(path: string, found: Verification, isKeyKnown: boolean): string {
  if (!found.isValid)
    return [`${path} is NOT valid.`, ...found.faults.map((fault) => `  ${sentenceOf(fault)}`)].join('\n')
  const { manifest, fingerprint } = found
  const { device, range, files } = manifest
  return [
    `${path} is valid: none of its ${files.length} files was changed, removed or added.`,
    `  made by      ${shown(manifest.madeBy)} at ${manifest.madeAt}, ${shown(manifest.site)}`,
    `  reason       ${shown(manifest.reason)}`,
    `  device       ${shown(device.deviceId)} ${shown(device.vehicle)}`.trimEnd(),
    `  time         ${range.from} to ${range.to}`,
    `  signed with  ${fingerprint}${isKeyKnown ? ', the key that you named' : ': compare it with the fingerprint that the site shows'}`,
  ].join('\n')
}

function sentenceOf(fault: EvidenceFault): string {
  switch (fault.kind) {
    case 'not-a-package':
      return 'It is not an evidence package, or it is damaged so far that no file is found in it.'
    case 'manifest-missing':
      return 'The manifest or its signature is missing.'
    case 'manifest-changed':
      return 'The manifest or its signature was changed.'
    case 'other-key':
      return `It was signed with another key than the one that you named: ${fault.fingerprint}`
    case 'file-changed':
      return `changed: ${shown(fault.name)}`
    case 'file-removed':
      return `removed: ${shown(fault.name)}`
    case 'file-added':
      return `added: ${shown(fault.name)}`
    case 'zip-changed':
      return 'Its files are as they were signed, but the ZIP around them was changed or packed again.'
  }
}

/** A name or a reason must not move the cursor of a terminal. */
const shown = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
