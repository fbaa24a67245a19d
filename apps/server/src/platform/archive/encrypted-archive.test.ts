import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../../test/archive/open-archive.ts'
import { ArchiveTooLarge, writeEncryptedArchive } from './index.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetglass-archive-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function* parts(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}

let files = 0
async function write(content: AsyncIterable<string>, password = 'a "pässword" 密碼', maxBytes = 1e9): Promise<string> {
  const path = join(folder, `${++files}.7z`)
  const name = 'logs.csv'
  const bytes = await writeEncryptedArchive({ path, password, name, modifiedMs: 0, maxBytes, content })
  expect(statSync(path).size).toBe(bytes)
  return path
}

describe('an encrypted archive', () => {
  it('holds its file, which opens with the password', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `row ${at},ünïcode,${at * 7}\r\n`)
    const path = await write(parts(...lines))
    expect(openArchive(readFileSync(path), 'a "pässword" 密碼')).toEqual({ name: 'logs.csv', text: lines.join('') })
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('holds an empty file', async () => {
    expect(openArchive(readFileSync(await write(parts())), 'a "pässword" 密碼')?.text).toBe('')
  })

  it('opens with no other password, and shows neither names nor content', async () => {
    const path = await write(parts('secret content'), 'right')
    const archive = readFileSync(path)
    for (const password of ['wrong', 'Right', 'right ', '']) expect(openArchive(archive, password)).toBeNull()
    for (const text of ['logs.csv', 'secret content'])
      for (const encoding of ['utf8', 'utf16le'] as const)
        expect(archive.includes(Buffer.from(text, encoding))).toBe(false)
  })

  it('fails with what its content failed by, and when it becomes too large', async () => {
    const broken = (async function* () {
      yield 'one'
      throw new Error('the disk is away')
    })()
    await expect(write(broken)).rejects.toThrow('the disk is away')
    const noise = parts(...Array.from({ length: 100 }, (_, at) => createHash('sha512').update(`${at}`).digest('hex')))
    await expect(write(noise, 'x', 1_000)).rejects.toThrow(ArchiveTooLarge)
  })
})
