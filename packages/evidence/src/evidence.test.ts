import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { concat, toHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { EvidenceWriter, fingerprintOf, type ManifestFacts, type Verification, verifyEvidence } from './index.ts'
import { directoryRecords, localHeader, type ZipFile } from './zip-records.ts'

const MADE_MS = Date.UTC(2026, 10, 26, 9, 30, 14)
const key = newKey()

describe('an evidence package', () => {
  it('is valid as it was written, and names its maker, the reason and the key', async () => {
    const found = await verify(await packageOf({ 'footage/ch1.mp4': 'pictures', 'track.gpx': '' }))
    expect(found).toMatchObject({
      isValid: true,
      fingerprint: fingerprintOf(key.publicKey),
      manifest: {
        madeBy: 'admin',
        reason: 'Accident of 26 November',
        madeAt: '2026-11-26T09:30:14.000Z',
        files: [
          { name: 'footage/ch1.mp4', size: 8, sha256: createHash('sha256').update('pictures').digest('hex') },
          { name: 'track.gpx', size: 0 },
        ],
      },
    })
  })

  it('can be unpacked by another program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
    try {
      writeFileSync(join(folder, 'a.zip'), await packageOf({ 'footage/ch1.mp4': 'pictures' }))
      const program =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])'
      execFileSync('python3', ['-c', program, join(folder, 'a.zip'), folder])
      expect(readFileSync(join(folder, 'footage/ch1.mp4'), 'utf8')).toBe('pictures')
      expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ id: 'e-1' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is not valid with any single byte changed', async () => {
    const bytes = await packageOf({ 'footage/ch1.mp4': 'pic' })
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] as number) ^ (1 << (at % 8))
      expect((await verify(changed)).isValid, `byte ${at} of ${bytes.length}`).toBe(false)
    }
  })

  it('is not valid with a byte too few or too many, wherever it is', async () => {
    const bytes = await packageOf({ 'a.txt': 'one' })
    for (let at = 0; at < bytes.length; at += 3) {
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
      expect((await verify(concat([before, after.subarray(1)]))).isValid, `without byte ${at}`).toBe(false)
      expect((await verify(concat([before, Uint8Array.of(0), after]))).isValid, `one more at ${at}`).toBe(false)
    }
    expect((await verify(concat([bytes, Uint8Array.of(0)]))).isValid).toBe(false)
  })

  it('names the file whose content was changed, and shows what was signed', async () => {
    const bytes = await packageOf({ 'a.txt': 'first', 'b.txt': 'second' })
    bytes.set(new TextEncoder().encode('SECOND'), indexOf(bytes, 'second'))
    expect(await verify(bytes)).toMatchObject({
      isValid: false,
      faults: [{ kind: 'file-changed', name: 'b.txt' }],
      manifest: { reason: 'Accident of 26 November' },
    })
  })

  it('names what another program changed, removed or added when it packed the files again', async () => {
    const files = await contentOf({ 'a.txt': 'first', 'b.txt': 'second', 'c.txt': 'third' })
    files.set('b.txt', bytesOf('other'))
    files.delete('c.txt')
    files.set('d.txt', bytesOf('new'))
    expect(faultsOf(await verify(zipOf([...files])))).toEqual([
      { kind: 'file-added', name: 'd.txt' },
      { kind: 'file-changed', name: 'b.txt' },
      { kind: 'file-removed', name: 'c.txt' },
    ])
  })

  it('says that only the ZIP is another when the same files were packed again or in another order', async () => {
    const [first, ...others] = await contentOf({ 'a.txt': 'first', 'b.txt': 'second' })
    const inAnotherOrder = zipOf([...others, first as [string, Uint8Array]])
    expect(faultsOf(await verify(inAnotherOrder))).toEqual([{ kind: 'zip-changed' }])
  })

  it('does not accept a second file of a name that was signed', async () => {
    const files = [...(await contentOf({ 'a.txt': 'first' }))]
    const twice = zipOf([...files, ['a.txt', bytesOf('shown by other programs')]])
    expect(faultsOf(await verify(twice))).toContainEqual({ kind: 'file-added', name: 'a.txt' })
  })

  it('is not valid when the manifest was written again, with whatever signature', async () => {
    const files = await contentOf({ 'a.txt': 'first' })
    const manifest = new TextDecoder().decode(files.get('manifest.json'))
    files.set('manifest.json', bytesOf(manifest.replace('Accident', 'Incident')))
    expect(faultsOf(await verify(zipOf([...files])))).toEqual([{ kind: 'manifest-changed' }])
    files.delete('manifest.sig')
    expect(faultsOf(await verify(zipOf([...files])))).toEqual([{ kind: 'manifest-missing' }])
  })

  it('names the other key when it was signed with another than the expected one', async () => {
    const bytes = await packageOf({ 'a.txt': 'first' })
    const found = await verify(bytes, { publicKey: newKey().publicKey })
    expect(faultsOf(found)).toEqual([{ kind: 'other-key', fingerprint: fingerprintOf(key.publicKey) }])
    expect(await verify(bytes, { publicKey: key.publicKey.toUpperCase() })).toMatchObject({ isValid: true })
  })

  it.each(['../up.txt', '/root.txt', 'a/../../up.txt', 'C:\\up.txt', 'A.TXT', 'manifest.json', 'a//b.txt', ''])(
    'cannot have a file with the name "%s"',
    async (name) => {
      await expect(packageOf({ [name]: 'out of its folder' })).rejects.toThrow('cannot have a file')
    },
  )

  it('is not valid when its signed manifest names a file outside of its folder', async () => {
    const files = await contentOf({ 'a.txt': 'first' })
    const manifest = bytesOf(new TextDecoder().decode(files.get('manifest.json')).replace('a.txt', '../a.txt'))
    files.set('manifest.json', manifest).set('manifest.sig', key.sign(manifest))
    expect((await verify(zipOf([...files]))).isValid).toBe(false)
  })
})

describe('a hostile ZIP', () => {
  it('with a small file that unpacks to a gigabyte is read up to the size that was signed', async () => {
    const files = await contentOf({ 'a.txt': 'first' })
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024))
    const zip = zipOf([...files], { 'a.txt': { method: 8, bytes: bomb } })
    let read = 0
    const found = await verify(zip, { onProgress: (done) => (read = Math.max(read, done)) })
    expect(faultsOf(found)).toEqual([{ kind: 'file-changed', name: 'a.txt' }])
    expect(read).toBeLessThanOrEqual('first'.length + 1)
  })

  it('whose files share their compressed bytes costs no more work than its size, and names them as changed', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `f${at}.txt`)
    const unpacked = Buffer.alloc(1024 * 1024)
    const shared = deflateRawSync(unpacked)
    const sha256 = createHash('sha256').update(unpacked).digest('hex')
    const [manifest, signature] = await signedManifest(names.map((name) => ({ name, size: unpacked.length, sha256 })))
    const zip = zipOf(
      [['manifest.json', manifest], ['manifest.sig', signature], ...names.map((name) => [name, unpacked] as const)],
      Object.fromEntries(names.map((name) => [name, { method: 8, bytes: shared }])),
      { placeOf: (name) => (names.includes(name) ? 'f0.txt' : name) },
    )
    let read = 0
    const found = await verify(zip, { onRead: (bytes) => (read += bytes) })
    const changed = names.slice(1).map((name) => ({ kind: 'file-changed', name }))
    expect(faultsOf(found)).toEqual(changed)
    expect(read).toBeLessThan(4 * zip.length)
  })

  it('whose signed files would unpack to many times its size is refused before any of them is read', async () => {
    const file = { name: 'a.txt', size: 300 * 1024 * 1024, sha256: '0'.repeat(64) }
    const [manifest, signature] = await signedManifest([file])
    const zip = zipOf([
      ['a.txt', bytesOf('x')],
      ['manifest.json', manifest],
      ['manifest.sig', signature],
    ])
    let progress = 0
    const found = await verify(zip, { onProgress: () => (progress += 1) })
    expect([faultsOf(found), progress]).toEqual([[{ kind: 'not-a-package' }], 0])
  })

  it('whose manifest unpacks to more than a manifest has is refused', async () => {
    const files = await contentOf({ 'a.txt': 'first' })
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    const zip = zipOf([...files], { 'manifest.json': { method: 8, bytes: bomb } })
    expect(faultsOf(await verify(zip))).toEqual([{ kind: 'manifest-changed' }])
  })

  it('that is none, is empty or points outside of itself is no package', async () => {
    const none = [{ kind: 'not-a-package' }]
    expect(faultsOf(await verify(new Uint8Array()))).toEqual(none)
    expect(faultsOf(await verify(bytesOf('hello'.repeat(100))))).toEqual(none)
    const bytes = await packageOf({ 'a.txt': 'first' })
    const beyond = Uint8Array.from(bytes)
    // The place of the directory in the ZIP64 end: 98 bytes before the end of the file begins that record.
    beyond.fill(0xff, bytes.length - 98 + 48, bytes.length - 98 + 56)
    expect(faultsOf(await verify(beyond))).toEqual(none)
  })

  it('that was compressed by another program shows that its files are as they were signed', async () => {
    const files = await contentOf({ 'a.txt': 'first' })
    const compressed = { 'a.txt': { method: 8, bytes: deflateRawSync('first') } }
    expect(faultsOf(await verify(zipOf([...files], compressed)))).toEqual([{ kind: 'zip-changed' }])
  })
})

describe('verifying', () => {
  it('reports its progress and can be ended', async () => {
    const bytes = await packageOf({ 'a.txt': 'first', 'b.txt': 'second' })
    const progress: number[][] = []
    await verify(bytes, { onProgress: (...one) => progress.push(one) })
    expect(progress).toEqual([
      [5, 11],
      [11, 11],
    ])
    await expect(verify(bytes, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  })

  it('rejects when the file cannot be read: that says nothing about the package', async () => {
    const source = { size: 5000, read: () => Promise.reject(new Error('the disk is gone')) }
    await expect(verifyEvidence(source)).rejects.toThrow('the disk is gone')
  })
})

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    // RFC 8410: the key is the last 32 bytes of its DER.
    publicKey: toHex(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)),
    sign: (bytes: Uint8Array): Uint8Array => sign(null, bytes, privateKey),
  }
}

async function packageOf(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  let zip = new Uint8Array()
  const writer = new EvidenceWriter({
    sink: {
      async write(bytes, at) {
        if (at + bytes.length > zip.length)
          zip = concat([zip, new Uint8Array(at + bytes.length - zip.length)]) as typeof zip
        zip.set(bytes, at)
      },
    },
    madeMs: MADE_MS,
    sha256: () => createHash('sha256'),
    sign: key.sign,
  })
  for (const [name, text] of Object.entries(files)) await writer.add(name, text === '' ? [] : [bytesOf(text)])
  const facts: Omit<ManifestFacts, 'madeAt'> = {
    id: 'e-1',
    madeBy: 'admin',
    reason: 'Accident of 26 November',
    site: 'Depot',
    device: { deviceId: '13800138001', vehicle: 'Van 1', driver: '', memo: '', model: '' },
    range: { from: '2026-11-26T08:00:00Z', to: '2026-11-26T08:05:00Z' },
    channels: [1],
    gaps: [],
    publicKey: key.publicKey,
  }
  const { size } = await writer.finish(facts)
  expect(size).toBe(zip.length)
  return zip
}

/** `onRead` is called with the bytes of each read of the ZIP. */
function verify(
  bytes: Uint8Array,
  { onRead, ...options }: Parameters<typeof verifyEvidence>[1] & { onRead?: (bytes: number) => void } = {},
): Promise<Verification> {
  const read = async (at: number, length: number) => {
    onRead?.(length)
    return bytes.subarray(at, at + length)
  }
  return verifyEvidence({ size: bytes.length, read }, options)
}

/** A manifest of other files than those that were written, as somebody with a key of their own can make it. */
async function signedManifest(
  files: readonly { readonly name: string; readonly size: number; readonly sha256: string }[],
): Promise<[manifest: Uint8Array, signature: Uint8Array]> {
  const written = await contentOf({ 'a.txt': 'first' })
  const facts = JSON.parse(Buffer.from(written.get('manifest.json') ?? []).toString()) as object
  const manifest = bytesOf(JSON.stringify({ ...facts, files }))
  return [manifest, key.sign(manifest)]
}

const faultsOf = (found: Verification) => (found.isValid ? [] : found.faults)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const indexOf = (bytes: Uint8Array, text: string): number => Buffer.from(bytes).indexOf(text)

/** The files of a package, the manifest and its signature with them. */
async function contentOf(files: Readonly<Record<string, string>>): Promise<Map<string, Uint8Array>> {
  const zip = Buffer.from(await packageOf(files))
  const manifestAt = zip.indexOf('{\n')
  const manifest = zip.subarray(manifestAt, zip.indexOf('\n}\n') + 3)
  return new Map([
    ...Object.entries(files).map(([name, text]) => [name, bytesOf(text)] as const),
    ['manifest.json', Uint8Array.from(manifest)] as const,
    ['manifest.sig', key.sign(manifest)] as const,
  ])
}

/**
 * As another program might pack them; `compressed` files are in the ZIP as they are. `placeOf` names the file whose bytes a file has; one that has
 * those of another has none of its own.
 */
function zipOf(
  files: readonly (readonly [string, Uint8Array])[],
  compressed: Readonly<Record<string, { readonly method: number; readonly bytes: Uint8Array }>> = {},
  { placeOf = (name: string) => name } = {},
): Uint8Array {
  const pieces: Uint8Array[] = []
  const zipped: ZipFile[] = []
  let at = 0
  for (const [name, content] of files) {
    const { bytes } = compressed[name] ?? { bytes: content }
    const shared = zipped.find((one) => placeOf(name) !== name && one.name === placeOf(name))
    if (shared !== undefined) {
      zipped.push({ ...shared, name })
      continue
    }
    const file = { name, size: bytes.length, crc: crc32(content), at }
    const header = localHeader(file, MADE_MS)
    zipped.push(file)
    pieces.push(header, bytes)
    at += header.length + bytes.length
  }
  const directory = Buffer.from(directoryRecords(zipped, at, MADE_MS))
  for (const [name, { method }] of Object.entries(compressed)) {
    directory.writeUInt16LE(method, directory.indexOf(name) - 46 + 10)
  }
  return concat([...pieces, directory])
}
