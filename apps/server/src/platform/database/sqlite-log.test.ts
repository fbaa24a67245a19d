import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { ownThreads } from '../worker/index.ts'
import { type SqliteThreads, startSqliteThreads } from './sqlite-threads.ts'

const MEGABYTE = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'fleetglass-log-'))
const file = join(folder, 'fleetglass.sqlite')
let threads: SqliteThreads

afterEach(async () => {
  await threads.close()
  rmSync(folder, { recursive: true, force: true })
})

async function write(sql: string, parameters: readonly unknown[] = []): Promise<void> {
  const giveBack = await threads.takeWriter()
  await threads.write(sql, parameters)
  giveBack()
}

/** Rows of a backup of the one file, without its log. */
function rowsOfBackup(): number {
  const backup = join(folder, 'backup.sqlite')
  copyFileSync(file, backup)
  const alone = new BetterSqlite3(backup)
  try {
    return (alone.prepare('SELECT count(*) AS rows FROM notes').get() as { rows: number }).rows
  } catch {
    return 0
  } finally {
    alone.close()
  }
}

it('[low] what is written is in the one file soon after, and the log is cut when little is written', async () => {
  threads = await startSqliteThreads(file, ownThreads, () => undefined, 50)
  await write('CREATE TABLE notes (text BLOB)')
  for (let n = 0; n < 40; n++) await write('INSERT INTO notes VALUES (?)', [Buffer.alloc(MEGABYTE, 1)])
  await until('a backup of the file has them all', () => rowsOfBackup() === 40)
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
  await until('the log is cut', async () => {
    await write('INSERT INTO notes VALUES (?)', [Buffer.alloc(1)])
    return statSync(`${file}-wal`).size <= 16 * MEGABYTE
  })
})
