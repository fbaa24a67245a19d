// What a person reads when the server does not start. That the command prints it alone and ends with 1: main.test.ts.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeMigratedDatabase } from '../test/databases/migrated-database.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../test/harness.ts'
import { explainStartFailure } from './start-failure.ts'

let data: string
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-start-'))
  await writeMigratedDatabase(join(data, 'fleetglass.sqlite'))
})
afterEach(() => {
  chmodSync(data, 0o700)
  rmSync(data, { recursive: true, force: true })
})

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ data, ...options })
  onTestFinished(() => server.close())
  return server
}

async function failure(config: TestServerOptions['config'] = {}, folder = data): Promise<string | null> {
  const outcome = await startTestServer({ data: folder, config }).catch(explainStartFailure)
  if (outcome === null || typeof outcome === 'string') return outcome
  await outcome.close()
  return 'it started'
}

describe('the server does not start, and says what to do, for', () => {
  it.each(['http', 'main', 'streams', 'signalling', 'media', 'filesPort', 'attachmentsPort'])(
    'a %s port in use',
    async (name) => {
      const other = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => other.once('listening', resolve))
      onTestFinished(() => void other.close())
      const { port } = other.address() as AddressInfo
      expect(await failure({ [name]: port })).toMatch(new RegExp(`port ${port} is in use.*choose another`, 'i'))
    },
  )

  it('an address that is not of this machine', async () => {
    expect(await failure({ host: '203.0.113.1' })).toContain('203.0.113.1 is not one of this machine')
  })

  it('a data folder that cannot be written', async () => {
    const path = join(data, 'file')
    writeFileSync(path, '')
    expect(await failure({}, join(path, 'folder'))).toMatch(/cannot be written .*--data/)
    if (process.getuid?.() === 0) return
    chmodSync(data, 0o500)
    expect(await failure()).toMatch(/cannot be written .*--data/)
  })

  it('a data folder that another running server uses', async () => {
    await serve()
    expect(await failure()).toMatch(/is used by another running Fleetglass server. Stop that one/)
  })

  it('a database of a newer version, and one that is none', async () => {
    await (await startTestServer({ data })).close()
    const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
    file.prepare(`insert into schema_versions values (99, '0099-later', 0)`).run()
    file.close()
    expect(await failure()).toMatch(/written by a newer version of Fleetglass \(schema 99.*Start that version/)
    const other = join(data, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'fleetglass.sqlite'), 'x'.repeat(5000))
    expect(await failure({}, other)).toContain('damaged. Restore it from a backup')
  })

  it('a PostgreSQL that does not answer, without its password', async () => {
    const sentence = await failure({ database: 'postgres://a:hunter2@127.0.0.1:1/x' })
    expect(sentence).toMatch(/^PostgreSQL cannot be reached .*Check the address/)
    expect(sentence).not.toContain('hunter2')
  })

  it('says what PostgreSQL lacks, by its code', () => {
    const sentences = ['42501', '3F000', '53100', '53200', '53300', '25006', '57P01', '57P03'].map((code) =>
      explainStartFailure(Object.assign(new Error('of the library'), { code })),
    )
    expect(sentences).not.toContain(null)
    expect(sentences[2]).toBe('The disk of PostgreSQL is full. Make room there, then run the same command again.')
    expect(explainStartFailure(Object.assign(new Error('a bug'), { code: '42601' }))).toBeNull()
  })
})
