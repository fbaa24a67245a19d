import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidencePackage, newEvidenceKey } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyFile } from './verify.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('fleetglass verify', () => {
  it('says that a package is valid, who made it, when and why, and asks to compare the key', async () => {
    const { path } = await writePackage()
    const { isValid, text } = await verifyFile([path])
    expect(isValid).toBe(true)
    expect(text).toContain('is valid: none of its 1 files was changed, removed or added')
    expect(text).toMatch(/made by +admin at 2026-11-26T09:30:14.000Z, Depot/)
    expect(text).toMatch(/reason +Accident\?\[31m/)
    expect(text).toMatch(/signed with +(?:[0-9a-f]{4} ){7}[0-9a-f]{4}: compare it/)
  })

  it('compares with a key that is given as a file or as digits', async () => {
    const { path, publicKey } = await writePackage()
    await writeFile(join(folder, 'site.key'), `${publicKey}\n`)
    expect(await verifyFile([path, '--key', publicKey])).toMatchObject({ isValid: true })
    const { text } = await verifyFile(['--key', join(folder, 'site.key'), path])
    expect(text).toContain('the key that you named')
    const other = await verifyFile([path, '--key', '0'.repeat(64)])
    expect(other.isValid).toBe(false)
    expect(other.text).toContain('another key than the one that you named')
  })

  it('names the file that was changed', async () => {
    const { path } = await writePackage()
    const file = await open(path, 'r+')
    await file.write(Buffer.from('P'), 0, 1, 30 + 'footage/ch1.mp4'.length + 20)
    await file.close()
    expect(await verifyFile([path])).toEqual({
      isValid: false,
      text: `${path} is NOT valid.\n  changed: footage/ch1.mp4`,
    })
  })

  it('says what is missing in the command, and why a file cannot be read', async () => {
    await expect(verifyFile([])).rejects.toThrow('Say which file')
    await expect(verifyFile(['a.zip', '--key'])).rejects.toThrow('Say which file')
    await expect(verifyFile([join(folder, 'none.zip')])).rejects.toThrow(/none\.zip cannot be read: ENOENT/)
    const { path } = await writePackage()
    await writeFile(join(folder, 'site.key'), 'a key')
    await expect(verifyFile([path, '--key', join(folder, 'site.key')])).rejects.toThrow('is not a public key')
  })
})

async function writePackage() {
  const path = join(folder, 'evidence.zip')
  const key = newEvidenceKey()
  // A reason must not colour the terminal of who verifies.
  await writeFile(path, await evidencePackage(key, { reason: 'Accident\u001b[31m' }))
  return { path, publicKey: key.publicKey }
}
