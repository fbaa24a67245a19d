// Each table of the schema in a real PostgreSQL: values, partitions, numbers, and what the comparison at the end finds.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresCluster, postgresBinaries, runStatement, sharedPostgres } from '../databases/postgres-cluster.ts'
import { DAY_S, fillTables, makeFolder, moveData, NOW_S, rowsOfFolder, rowsOfTarget, withTarget } from './move-site.ts'

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: the move to it is not tested\n')

const PATIENCE_MS = 120_000

describe.skipIf(binaries === null)('a move to PostgreSQL', () => {
  const ends: (() => unknown)[] = []
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
  })
  afterAll(() => cluster.close())
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function filled(): Promise<string> {
    const folder = await makeFolder(ends)
    fillTables(folder)
    return folder
  }

  it(
    'copies each table of the schema with every value, into partitions, and changes nothing in the source',
    async () => {
      const folder = await filled()
      change(folder, 'delete from events where id = 3')
      const before = [bytesOf(folder), readdirSync(folder).sort()]
      const to = await cluster.createDatabase()
      const moved = await moveData(['--from', folder, '--to', to])
      expect(moved.isComplete).toBe(true)
      expect([bytesOf(folder), readdirSync(folder).filter((name) => name !== 'lock.sqlite')]).toEqual(before)

      const rows = rowsOfFolder(folder)
      expect(await rowsOfTarget(to, folder)).toEqual(rows)
      expect(Object.values(rows).every((all) => all.length === 3 || all.length === 2)).toBe(true)
      expect(moved.printed).toMatch(/^users +3 +3 +[0-9a-f]{16} {2}same$/m)
      expect(moved.printed).not.toContain('DIFFERENT')

      await withTarget(to, async (client) => {
        const days = await client.query(`select tableoid::regclass::text as name from track_points order by time_s`)
        const dayOf = (n: number): string => new Date((NOW_S - n * DAY_S) * 1000).toISOString().slice(0, 10)
        expect(days.rows.map(({ name }) => name)).toEqual(
          [5, 3, 1].map((n) => `track_points_${dayOf(n).replaceAll('-', '')}`),
        )
        const months = await client.query('select distinct tableoid::regclass::text as name from audit_log')
        for (const { name } of months.rows) expect(name).toMatch(/^audit_log_\d{6}01$/)
        // Numbers that were given are not given again, not even those of rows that were deleted.
        const next = await client.query(`select nextval(pg_get_serial_sequence('events', 'id')) as id,
          nextval(pg_get_serial_sequence('devices', 'key')) as key`)
        expect(next.rows).toEqual([{ id: '4', key: '4' }])
      })
    },
    PATIENCE_MS,
  )

  it(
    'finds a row that is missing, added or different on one side, and says in which table',
    async () => {
      const folder = await filled()
      const to = await cluster.createDatabase()
      await moveData(['--from', folder, '--to', to])
      const verify = () => moveData(['--from', folder, '--verify'], { FLEETGLASS_DATABASE: to })
      expect((await verify()).isComplete).toBe(true)
      for (const statement of [
        `update users set memo = memo || ' ' where id = 2`,
        'delete from recovery_codes where user_id = 1',
        `update track_points set state = state + 1 where device_key = 3`,
      ]) {
        await runStatement(to, statement)
        const { isComplete, printed } = await verify()
        expect(isComplete).toBe(false)
        expect(printed).toMatch(
          new RegExp(`^${/(users|recovery_codes|track_points)/.exec(statement)?.[0]} .* DIFFERENT`, 'm'),
        )
      }
    },
    PATIENCE_MS,
  )

  it(
    'moves rows that a killed server left in the log of its database',
    async () => {
      const folder = await makeFolder(ends)
      const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'))
      ends.push(() => db.close())
      db.pragma('journal_mode = WAL')
      db.exec(`insert into settings values ('last', 1, '{}', 0, 'admin')`)
      const copy = await makeFolder(ends)
      // As a kill leaves them: what is in the log alone is in no other file.
      for (const end of ['', '-wal']) {
        copyFileSync(join(folder, `fleetglass.sqlite${end}`), join(copy, `fleetglass.sqlite${end}`))
      }
      const to = await cluster.createDatabase()
      const moved = await moveData(['--from', copy, '--to', to])
      expect([moved.isComplete, moved.progress]).toEqual([true, expect.stringContaining('did not stop cleanly')])
      expect((await rowsOfTarget(to, copy))['settings']).toHaveLength(1)
      expect(existsSync(join(copy, 'fleetglass.sqlite-wal'))).toBe(true)
    },
    PATIENCE_MS,
  )

  it(
    'names the row that PostgreSQL cannot store, and goes on when it was corrected',
    async () => {
      const folder = await filled()
      change(folder, `update devices set icon = 'seven' where key = 2`)
      const to = await cluster.createDatabase()
      await expect(moveData(['--from', folder, '--to', to])).rejects.toThrow(
        /The row \["i2"\] of the table devices cannot be moved: in the column icon "seven" is stored where a whole number belongs/,
      )
      change(folder, 'update devices set icon = 4294967296 where key = 2')
      await expect(moveData(['--from', folder, '--to', to])).rejects.toThrow(
        'The table devices cannot be moved: a number is too large for its column',
      )
      change(folder, 'update devices set icon = 7 where key = 2')
      expect((await moveData(['--from', folder, '--to', to])).isComplete).toBe(true)
      expect(await rowsOfTarget(to, folder)).toEqual(rowsOfFolder(folder))
    },
    PATIENCE_MS,
  )

  it(
    'refuses texts that would have the same key there, because they differ in NUL alone',
    async () => {
      const folder = await makeFolder(ends)
      change(folder, `insert into settings values ('a' || char(0), 1, '{}', 0, ''), ('a␀', 1, '{}', 0, '')`)
      const to = await cluster.createDatabase()
      await expect(moveData(['--from', folder, '--to', to])).rejects.toThrow(
        'The table settings cannot be moved: two of its rows have the same key there',
      )
    },
    PATIENCE_MS,
  )

  it(
    'is refused by a sentence for a wrong source, a wrong target and wrong options',
    async () => {
      const folder = await filled()
      const used = await cluster.createMigrated()
      const foreign = await cluster.createDatabase()
      await runStatement(foreign, 'create table invoices (id integer)')
      const empty = await cluster.createDatabase()
      const refused = (args: string[], environment = {}) => expect(moveData(args, environment)).rejects
      await refused(['--to', empty]).toThrow('Say which data folder')
      await refused(['--from', folder]).toThrow('Say where to')
      await refused(['--from', folder, '--to', './other']).toThrow('--to takes a postgres:// address')
      await refused(['--from', folder, '--media', './other']).toThrow('--media: "./other" is no s3://bucket')
      await refused(['--from', folder, '--to', empty, '--force']).toThrow('--force: there is no such option')
      await refused(['--from', folder, '--media', 's3://bucket']).toThrow('there are no credentials for it')
      await refused(['--from', join(folder, 'none'), '--to', empty]).toThrow('There is no folder')
      await refused(['--from', join(folder, 'fleetglass.sqlite'), '--to', empty]).toThrow('is no folder')
      const bare = await makeFolder(ends)
      writeFileSync(join(bare, 'fleetglass.sqlite'), 'not a database, and long enough to be one'.repeat(100))
      await refused(['--from', bare, '--to', empty]).toThrow('is damaged')
      writeFileSync(join(bare, 'fleetglass.sqlite'), '')
      await refused(['--from', bare, '--to', empty]).toThrow('no server has used it yet')
      await refused(['--from', folder, '--to', used]).toThrow('a Fleetglass server has used it already')
      await refused(['--from', folder, '--to', foreign]).toThrow('tables of another program (invoices)')
      expect(await tableNames(foreign)).toEqual(['invoices'])
      await refused(['--from', folder, '--to', empty, '--verify']).toThrow('nothing was moved into it')
      expect(await tableNames(empty)).toEqual([])
      await refused(['--from', folder, '--to', empty.replace(/\/[^/]*$/, '/nowhere')]).toThrow(
        'PostgreSQL cannot be reached',
      )
      const secret = await moveData(['--from', folder], {
        FLEETGLASS_DATABASE: 'postgres://test:a-secret@127.0.0.1:1/none',
      }).catch((error: Error) => error.message)
      expect(secret).toContain('PostgreSQL cannot be reached')
      expect(secret).not.toContain('a-secret')
    },
    PATIENCE_MS,
  )

  it(
    'is refused for a source of another release, and for a target that has another source',
    async () => {
      const folder = await filled()
      const to = await cluster.createDatabase()
      await moveData(['--from', folder, '--to', to])
      await expect(moveData(['--from', folder, '--to', to])).rejects.toThrow('The move into this database is finished')
      change(folder, 'update schema_versions set applied_ms = applied_ms + 1 where version = 1')
      await expect(moveData(['--from', folder, '--to', to])).rejects.toThrow('was filled from another source')
      change(folder, `insert into schema_versions values (1000, '9999-later', 1)`)
      await expect(moveData(['--from', folder, '--to', to])).rejects.toThrow('written by a newer version')
      change(folder, 'delete from schema_versions where version >= 50')
      await expect(moveData(['--from', folder, '--to', to])).rejects.toThrow('last used by an older version')
    },
    PATIENCE_MS,
  )
})

function change(folder: string, statement: string): void {
  const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'))
  db.exec(statement)
  db.close()
}

function bytesOf(folder: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'fleetglass.sqlite')))
    .digest('hex')
}

async function tableNames(address: string): Promise<string[]> {
  return await withTarget(address, async (client) => {
    const { rows } = await client.query(
      `select table_name from information_schema.tables where table_schema = 'public'`,
    )
    return rows.map(({ table_name: name }) => String(name)).sort()
  })
}
