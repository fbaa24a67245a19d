import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { schemaOf } from '../../../test/databases/schema.ts'
import { systemClock } from '../clock/index.ts'
import { type Database, identity, type Migration, openDatabase } from './index.ts'

interface Tables {
  things: { id: number; at: number; flag: number | boolean; bytes: Uint8Array | null; text: string }
  points: { device: number; time: number; value: number | null }
}

const things: Migration = {
  name: '0001-things',
  async up(db, traits) {
    await db.schema
      .createTable('things')
      .addColumn('id', 'integer', identity(traits))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('flag', 'integer', (column) => column.notNull())
      .addColumn('bytes', sql.raw(traits.bytesType))
      .addColumn('text', 'text', (column) => column.notNull().unique())
      .execute()
    await db.schema
      .createTable('points')
      .addColumn('device', 'integer')
      .addColumn('time', 'bigint')
      .addColumn('value', 'bigint')
      .addPrimaryKeyConstraint('points_key', ['device', 'time'])
      .execute()
  },
}

onBothDatabases('the database', (databases) => {
  const open = async (steps: readonly Migration[] = [things], location?: string): Promise<Database> => {
    const options = { migrations: steps, clock: systemClock, onFailure: (error: Error) => console.error(error) }
    return openDatabase({ location: location ?? (await databases.location()), ...options })
  }
  const insert = (db: Database, text: string, at = 0) =>
    db
      .tables<Tables>()
      .insertInto('things')
      .values({ at, flag: true, bytes: null, text } as Tables['things'])

  it('gives large integers back as numbers, booleans as 1 and bytes as bytes', async () => {
    const db = await open()
    const bytes = Uint8Array.of(0, 1, 255)
    const values = { at: Number.MAX_SAFE_INTEGER, flag: true, bytes, text: '車\0'.replace('\0', '') }
    await db
      .tables<Tables>()
      .insertInto('things')
      .values(values as Tables['things'])
      .execute()
    const row = await db.tables<Tables>().selectFrom('things').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ at: Number.MAX_SAFE_INTEGER, flag: 1, text: '車' })
    expect([...(row.bytes ?? [])]).toEqual([0, 1, 255])
    await db.close()
  })

  it('never gives a number of a row twice', async () => {
    const db = await open()
    const first = await insert(db, 'a').returning('id').executeTakeFirstOrThrow()
    await db.tables<Tables>().deleteFrom('things').execute()
    const second = await insert(db, 'b').returning('id').executeTakeFirstOrThrow()
    expect(second.id).toBeGreaterThan(first.id)
    await db.close()
  })

  it('a transaction that fails leaves nothing, and the next one works', async () => {
    const db = await open()
    const failing = db
      .tables<Tables>()
      .transaction()
      .execute(async (transaction) => {
        await transaction
          .insertInto('things')
          .values({ at: 1, flag: 0, bytes: null, text: 'x' } as Tables['things'])
          .execute()
        throw new Error('no')
      })
    await expect(failing).rejects.toThrow('no')
    await insert(db, 'y').execute()
    const rows = await db.tables<Tables>().selectFrom('things').select('text').execute()
    expect(rows.map((row) => row.text)).toEqual(['y'])
    await db.close()
  })

  it('keeps transactions that run at the same time apart', async () => {
    const db = await open()
    await insert(db, 'counter').execute()
    const raise = () =>
      db
        .tables<Tables>()
        .transaction()
        .execute(async (transaction) => {
          const { at } = await transaction
            .selectFrom('things')
            .select('at')
            .$if(db.traits.sharedByServers, (query) => query.forUpdate())
            .executeTakeFirstOrThrow()
          await transaction
            .updateTable('things')
            .set({ at: at + 1 })
            .execute()
        })
    await Promise.all(Array.from({ length: 20 }, raise))
    const { at } = await db.tables<Tables>().selectFrom('things').select('at').executeTakeFirstOrThrow()
    expect(at).toBe(20)
    await db.close()
  })

  it('writes many rows of numbers at once, null included, and keeps or replaces what is there', async () => {
    const db = await open()
    const batch = (values: number[], action: 'ignore' | 'replace') =>
      db.insertNumbers({
        table: 'points',
        columns: ['device', 'time', 'value'],
        values: Float64Array.from(values),
        onConflict: { key: ['device', 'time'], action },
      })
    await batch([1, 10, 5, 1, 20, Number.NaN], 'ignore')
    await batch([1, 10, 6, 2, 10, -7_000_000_000], 'ignore')
    await batch([1, 20, 8], 'replace')
    const rows = await db.tables<Tables>().selectFrom('points').selectAll().orderBy('device').orderBy('time').execute()
    expect(rows).toEqual([
      { device: 1, time: 10, value: 5 },
      { device: 1, time: 20, value: 8 },
      { device: 2, time: 10, value: -7_000_000_000 },
    ])
    await db.close()
  })

  it('writes rows of several tables in one transaction: all or none, and reads them as numbers', async () => {
    const db = await open()
    const rows = (table: string, values: number[]) => ({
      table,
      columns: ['device', 'time', 'value'],
      values: Float64Array.from(values),
      onConflict: { key: ['device', 'time'], action: 'ignore' } as const,
    })
    const stored = () =>
      db.readNumbers(db.tables<Tables>().selectFrom('points').selectAll().orderBy('device').orderBy('time').compile())
    await db.insertNumbers(rows('points', [1, 10, 5]), rows('points', [2, 10, Number.NaN]))
    expect([...(await stored())]).toEqual([1, 10, 5, 2, 10, Number.NaN])
    await expect(db.insertNumbers(rows('points', [3, 10, 5]), rows('no_table', [3, 10, 5]))).rejects.toThrow()
    expect([...(await stored())]).toEqual([1, 10, 5, 2, 10, Number.NaN])
    expect(await db.tables<Tables>().selectFrom('points').select('value').where('device', '=', 2).execute()).toEqual([
      { value: null },
    ])
    await db.close()
  })

  it('joins the bits of the columns that say so where a row is replaced', async () => {
    const db = await open()
    const write = (value: number) =>
      db.insertNumbers({
        table: 'points',
        columns: ['device', 'time', 'value'],
        values: Float64Array.of(1, 10, value),
        onConflict: { key: ['device', 'time'], action: 'replace', join: ['value'] },
      })
    for (const bits of [0x8000_0000, 1, 0]) await write(bits)
    const rows = await db.tables<Tables>().selectFrom('points').selectAll().execute()
    expect(rows).toEqual([{ device: 1, time: 10, value: 0x8000_0001 }])
    await db.close()
  })

  it('keeps what was written when it is opened again, and does a step once', async () => {
    const location = await databases.location()
    const first = await open([things], location)
    await insert(first, 'kept').execute()
    await first.close()
    const second = await open([things], location)
    expect(await second.tables<Tables>().selectFrom('things').select('text').execute()).toEqual([{ text: 'kept' }])
    await second.close()
  })

  it('a step that fails leaves the schema as it was', async () => {
    const location = await databases.location()
    const broken: Migration = {
      name: '0002-broken',
      async up(db) {
        await db.schema.createTable('half').addColumn('id', 'integer').execute()
        throw new Error('half way')
      },
    }
    await expect(open([things, broken], location)).rejects.toThrow('half way')
    const again = await open([things], location)
    expect(Object.keys(await schemaOf(again))).not.toContain('half')
    await again.close()
  })

  it('refuses a database of a newer version, and one of another edition, with a sentence', async () => {
    const location = await databases.location()
    const later: Migration = { name: '0002-later', up: async () => {} }
    await (await open([things, later], location)).close()
    await expect(open([things], location)).rejects.toThrow(/newer version of Fleetglass .*Start that version/)
    const other: Migration = { name: '0002-other', up: async () => {} }
    await expect(open([things, other], location)).rejects.toThrow(/step 2 is "0002-later"/)
  })

  it('answers a ping, and closes twice without complaint', async () => {
    const db = await open()
    await db.ping()
    await db.close()
    await db.close()
  })

  it('has the schema that is committed', async () => {
    const db = await open(migrations)
    await expect(`${JSON.stringify(await schemaOf(db), null, 2)}\n`).toMatchFileSnapshot(
      '../../../migrations/schema.snap',
    )
    await db.close()
  })
})

describe('steps of the schema', () => {
  it('are numbered in rising order and name their feature', () => {
    const names = migrations.map(({ name }) => name)
    const numbers = names.map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    for (const name of names) expect(name).toMatch(/^\d{4}(-[a-z]+)+$/)
  })
})
