import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock/index.ts'
import { type Database, openDatabase } from '../../src/platform/database/index.ts'
import { onPostgres } from '../../test/databases/both-databases.ts'
import { migrations } from '../index.ts'

type Rows = Record<string, number | string | null>
type Tables = Record<'track_points' | 'audit_log', Rows>

const DAY_S = 86_400

onPostgres('the steps to partitions', (databases) => {
  const openAt = (location: string, steps = migrations): Promise<Database> => {
    const onFailure = (error: Error): void => {
      throw error
    }
    return openDatabase({ location, migrations: steps, clock: systemClock, onFailure })
  }
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '0114-track-partitions'),
  )
  const nowS = Math.floor(Date.now() / 1000)
  const years = [2011, 2099].map((year) => Date.UTC(year, 0, 1) / 1000)
  const times = [...years, ...Array.from({ length: 400 }, (_, n) => nowS - n * 3 * DAY_S - n)].sort((a, b) => a - b)
  const allOf = async (db: Kysely<Tables>) => [
    await db.selectFrom('track_points').selectAll().orderBy('device_key').orderBy('time_s').execute(),
    await db.selectFrom('audit_log').selectAll().orderBy('time_ms').execute(),
  ]
  async function fill(db: Kysely<Tables>): Promise<void> {
    const where = { lat_e6: 24, lng_e6: 120, motion: 1, state: 2 }
    for (const device of [1, 2]) {
      const rows = times.map((timeS, n) => ({ device_key: device, time_s: timeS, ...where, alarm_bits: n }))
      await db.insertInto('track_points').values(rows).execute()
    }
    const call = { transport: 'http', permission: 1, address: '192.0.2.1', device_id: null, result: 'ok' }
    const rows = times.map((timeS, n) => ({
      ...call,
      time_ms: timeS * 1000,
      writer: 1,
      seq: n,
      account: `user ${n}`,
      action: 'A',
      parameters: '{}',
      calls: 1,
    }))
    await db.insertInto('audit_log').values(rows).execute()
  }

  it('keep every row of a database that is in use, whatever its time, with its key and its indexes', async () => {
    const location = await databases.location()
    const old = await openAt(location, before)
    const oldDb = old.tables<Tables>()
    await fill(oldDb)
    const stored = await allOf(oldDb)
    const indexes = await indexesOf(oldDb)
    await old.close()

    const database = await openAt(location)
    const db = database.tables<Tables>()
    expect(await allOf(db)).toEqual(stored)
    expect(await indexesOf(db)).toEqual(indexes)
    const { rows } = await sql<{ part: string; least: number; count: number }>`
      select tableoid::regclass::text as part, min(time_s) as least, count(*) as count from track_points group by 1
      order by 2`.execute(db)
    expect(rows.map(({ part, count }) => [part, count])).toEqual([
      ['track_points_past', 2],
      ['track_points_before', 800],
      ['track_points_future', 2],
    ])
    // The newer row takes the place of the older one, with the alarms of both.
    await database.insertNumbers({
      table: 'track_points',
      columns: ['device_key', 'time_s', 'lat_e6', 'lng_e6', 'motion', 'state', 'alarm_bits'],
      values: Float64Array.from(times.flatMap((timeS) => [1, timeS, 25, 121, 3, 4, 2 ** 31])),
      onConflict: { key: ['device_key', 'time_s'], action: 'replace', join: ['alarm_bits'] },
    })
    const replaced = await db
      .selectFrom('track_points')
      .selectAll()
      .where('device_key', '=', 1)
      .orderBy('time_s')
      .execute()
    expect(replaced.map((row) => [row['time_s'], row['lat_e6'], row['alarm_bits']])).toEqual(
      times.map((timeS, n) => [timeS, 25, 2 ** 31 + n]),
    )
    await database.close()
  })

  it('leave everything as it was when they end half way, and are done at the next start', async () => {
    const location = await databases.location()
    const old = await openAt(location, before)
    await fill(old.tables<Tables>())
    const stored = await allOf(old.tables<Tables>())
    // A table of that name stands in the way of the last step of all.
    await sql`create table audit_log_past (id integer)`.execute(old.tables())
    await old.close()
    await expect(openAt(location)).rejects.toThrow('audit_log_past')

    const again = await openAt(location, migrations.slice(0, before.length + 1))
    expect(await allOf(again.tables<Tables>())).toEqual(stored)
    await sql`drop table audit_log_past`.execute(again.tables())
    await again.close()
    const database = await openAt(location)
    expect(await allOf(database.tables<Tables>())).toEqual(stored)
    await database.close()
  })
})

/** Their names and what they are of. */
async function indexesOf(db: Kysely<Tables>): Promise<unknown> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
    where tablename in ('track_points', 'audit_log') order by 1`.execute(db)
  return rows
}
