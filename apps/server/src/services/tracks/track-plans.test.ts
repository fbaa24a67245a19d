// No statement of the position log may go through all rows, and that of a day of a device has to read its days alone.
import { type Kysely, type RootOperationNode, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { onPostgres } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { openTimePartitions } from '../../platform/partitions/index.ts'
import { createOldDataStore } from '../retention/old-data.store.ts'
import { lastPointsQuery } from './last-points.store.ts'
import { createTrackStore } from './track.store.ts'
import { trackPartitions } from './track-partitions.store.ts'
import { createTrackRetentionStore } from './track-retention.store.ts'
import { createTrackSumsStore } from './track-sums.store.ts'

const DAY_S = 86_400
const FIRST_S = Date.UTC(2040, 5, 1) / 1000
const DAYS = 14
const DEVICES = 20

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

onPostgres('plans of the position log', (databases) => {
  let database: Database
  /** What was sent to the database since it was last emptied. */
  const sent: Parameters<Database['readNumbers']>[0][] = []

  beforeAll(async () => {
    const real = await databases.open()
    const partitions = openTimePartitions(real, trackPartitions)!
    await partitions.addAhead(FIRST_S * 1000, true)
    for (let n = 1; n <= DAYS; n++) await partitions.addAhead((FIRST_S + n * DAY_S) * 1000, true)
    const db: Kysely<unknown> = real.tables()
    // A position a minute, in the order in which they come.
    await sql`insert into track_points select device, ${sql.lit(FIRST_S)} + minute * 60, 24, 120, 0, 0, 0
      from generate_series(0, ${sql.lit(DAYS * 1440 - 1)}) as minute, generate_series(1, ${sql.lit(DEVICES)}) as device`.execute(
      db,
    )
    // A few hours of long ago: a partition without rows needs no index.
    for (const fromS of [Date.UTC(2012, 0) / 1000, FIRST_S - 2 * DAY_S]) {
      await sql`insert into track_points select 1 + n % 20, ${sql.lit(fromS)} + n, 24, 120, 0, 0, 0
        from generate_series(1, 20000) as n`.execute(db)
    }
    await sql`analyze track_points`.execute(db)
    database = {
      ...real,
      tables: () =>
        db.withPlugin({
          transformQuery: ({ node }) => record(db, node),
          transformResult: async ({ result }) => result,
        }) as never,
      readNumbers: (query) => {
        sent.push(query)
        return real.readNumbers(query)
      },
    }
  }, 60_000)

  const record = (db: Kysely<unknown>, node: RootOperationNode) => {
    sent.push(db.getExecutor().compileQuery(node, { queryId: 'of the test' }))
    return node
  }
  /** Scans of every statement that was sent: the kind of the step and the partition. */
  async function scans(): Promise<[kind: string, partition: string][]> {
    const found: [string, string][] = []
    for (const { sql: text, parameters } of sent.splice(0)) {
      const { rows } = await database.tables<unknown>().executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        sql: `explain (format json) ${text}`,
        parameters: [...parameters],
      } as never)
      sent.length = 0
      const visit = (node: PlanNode): void => {
        const table = node['Relation Name']
        if (table?.startsWith('track_points')) found.push([node['Node Type'], table.slice('track_points_'.length)])
        for (const child of node.Plans ?? []) visit(child)
      }
      for (const row of rows) visit(row['QUERY PLAN'][0].Plan)
    }
    return found
  }
  const partitionsOf = (found: readonly [string, string][]) =>
    [...new Set(found.map(([, partition]) => partition))].sort()
  const ways = (found: readonly [string, string][]) =>
    found.filter(([kind]) => kind.endsWith('Scan') && !/^(Index|Bitmap)/.test(kind))

  it('read a day of a device from the index of its one or two partitions', async () => {
    const store = createTrackStore(database)
    const day = (fromS: number) => ({ deviceKey: 7, startS: fromS, endS: fromS + DAY_S - 1 })
    const points = async (fromS: number) => {
      sent.length = 0
      let count = 0
      for await (const page of store.between(day(fromS))) count += page.length
      const found = await scans()
      expect(ways(found)).toEqual([])
      return [count, partitionsOf(found)]
    }
    expect(await points(FIRST_S + 3 * DAY_S)).toEqual([1440, ['20400604']])
    // A day of Taiwan.
    expect(await points(FIRST_S + 4 * DAY_S - 8 * 3600)).toEqual([1440, ['20400604', '20400605']])
    expect(await store.count(day(FIRST_S), 10_000)).toBe(1440)
    const found = await scans()
    expect([ways(found), partitionsOf(found)]).toEqual([[], ['20400601']])
  })

  it('go to the partition of a point for the sums, and to the newest of each device without a way through the others', async () => {
    const sums = createTrackSumsStore(database)
    sent.length = 0
    await sums.points(3, FIRST_S / 900)
    await sums.stateAt(3, { lastS: FIRST_S + 60, standsS: 0 } as never)
    let found = await scans()
    expect([ways(found), partitionsOf(found)]).toEqual([[], ['20400601']])
    await sums.slotAfter(3, (FIRST_S + (DAYS - 1) * DAY_S) / 900)
    found = await scans()
    expect([ways(found), partitionsOf(found).slice(0, 1)]).toEqual([[], ['20400614']])
    const { sql: text, parameters } = lastPointsQuery(database).compile()
    sent.splice(0, sent.length, { sql: text, parameters })
    expect(ways(await scans())).toEqual([])
    await createOldDataStore(database).devicesWithPoints((FIRST_S + DAY_S) * 1000)
    found = await scans()
    expect(partitionsOf(found)).not.toContain('20400603')
    const retention = createTrackRetentionStore(database)
    await retention.nextDevice(3)
    await retention.span(3)
    await retention.removePoints(3, FIRST_S + 900)
    expect(ways(await scans())).toEqual([])
  })
})
