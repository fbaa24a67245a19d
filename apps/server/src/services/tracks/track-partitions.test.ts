import { createManualClock, until } from '@fleetglass/testkit'
import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { onPostgres } from '../../../test/databases/both-databases.ts'
import type { Database, NumberRows } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createPartitionsAhead, openTimePartitions } from '../../platform/partitions/index.ts'
import { COLUMNS } from './point-format.ts'
import { createTrackStore } from './track.store.ts'
import { trackPartitions } from './track-partitions.store.ts'
import { createTrackRetentionStore } from './track-retention.store.ts'
import { trackRetention } from './track-retention.ts'

const DAY_S = 86_400
/** A day that is ahead of each clock: the partitions of the tests are the only ones. */
const FIRST_S = Date.UTC(2040, 5, 1) / 1000
const day = (n: number): number => FIRST_S + n * DAY_S
const nameOf = (n: number): string =>
  `track_points_${new Date(day(n) * 1000).toISOString().slice(0, 10).replaceAll('-', '')}`

onPostgres('positions by day', (databases) => {
  let database: Database
  let db: Kysely<Record<'track_points' | 'track_sums', Record<string, number>>>
  const open = () => openTimePartitions(database, trackPartitions)!
  const names = async () => (await open().list()).map(({ name }) => name)
  const write = (...points: (readonly [device: number, timeS: number])[]) => database.insertNumbers(pointRows(points))
  const timesOf = async (deviceKey: number) => {
    const times: number[] = []
    const range = { deviceKey, startS: 0, endS: day(36_500) }
    for await (const page of createTrackStore(database).between(range)) times.push(...page.map(({ timeS }) => timeS))
    return times
  }
  const tableOf = async (timeS: number) => {
    const { rows } = await sql<{ name: string }>`select tableoid::regclass::text as name from track_points
      where time_s = ${timeS} limit 1`.execute(db)
    return rows[0]?.name
  }

  beforeEach(async () => {
    database = await databases.open()
    db = database.tables()
    // The gap up to the first day is one partition, as after a server that did not run for years.
    await open().addAhead(FIRST_S * 1000, true)
  })

  it('are there seven days ahead of a clock that moves, and take each position into its day', async () => {
    expect((await names()).slice(-9)).toEqual([...[0, 1, 2, 3, 4, 5, 6, 7].map(nameOf), 'track_points_future'])
    const clock = createManualClock((day(1) - 1) * 1000)
    const ahead = createPartitionsAhead({ clock, log: createLog('silent'), tables: [open(), null] })
    await ahead.start()
    expect((await names()).at(-2)).toBe(nameOf(7))
    clock.setWallClock(day(2) * 1000)
    await ahead.start()
    expect((await names()).at(-2)).toBe(nameOf(9))
    clock.setWallClock(day(3) * 1000)
    const [job] = ahead.jobs
    await job?.run(new AbortController().signal)
    expect((await names()).slice(-2)).toEqual([nameOf(10), 'track_points_future'])
    await write([1, day(3)], [1, day(4) - 1], [1, day(4)])
    expect([await tableOf(day(3)), await tableOf(day(4) - 1), await tableOf(day(4))]).toEqual([3, 3, 4].map(nameOf))
    const { rows } = await sql<{
      reloptions: string[]
    }>`select reloptions from pg_class where relname = ${nameOf(10)}`.execute(db)
    expect(rows[0]?.reloptions).toEqual([
      'autovacuum_vacuum_insert_scale_factor=0',
      'autovacuum_vacuum_insert_threshold=500000',
      'autovacuum_freeze_min_age=0',
      'parallel_workers=0',
    ])
    // The clock of a server that has just started may be wrong: a long gap is left to the job.
    expect(await open().addAhead(day(400) * 1000, false)).toBe(0)
    expect(await open().addAhead(day(400) * 1000, true)).toBe(9)
  })

  it('have a place for a time of any year, which stays found when its day is made', async () => {
    const years = [2011, 2025, 2099].map((year) => Date.UTC(year, 0, 1) / 1000)
    const ahead = [day(8), day(9) + 5, day(30)]
    await write(...[...years, ...ahead].map((timeS) => [1, timeS] as const))
    expect([await tableOf(years[0]!), await tableOf(years[2]!), await tableOf(day(9) + 5)]).toEqual([
      'track_points_past',
      'track_points_future',
      'track_points_future',
    ])
    expect(await open().addAhead(day(3) * 1000, true)).toBe(3)
    expect([await tableOf(day(8)), await tableOf(day(9) + 5), await tableOf(day(30))]).toEqual([
      nameOf(8),
      nameOf(9),
      'track_points_future',
    ])
    expect(await timesOf(1)).toEqual([...years, ...ahead].sort((a, b) => a - b))
    // A point that comes again takes the place of the first there too.
    await write([1, years[0]!], [1, day(9) + 5], [1, day(30)])
    expect(await timesOf(1)).toHaveLength(6)
  })

  it('are dropped whole when they are too old, with their sums; the last quarter of a silent device stays', async () => {
    const clock = createManualClock((day(4) + 7_200) * 1000)
    const [driving, silent, strange] = [1, 2, 3]
    const quarter = day(0) + 36_000
    await write(
      [driving, day(0)],
      [driving, day(1)],
      [driving, day(2)],
      [driving, day(3)],
      [silent, day(0)],
      [silent, quarter],
      [silent, quarter + 600],
      // From a clock that was wrong; the next one is that of the vehicle.
      [strange, Date.UTC(2012, 0, 1) / 1000],
      [strange, day(3)],
    )
    for (const [device, timeS] of [
      [driving, day(0)],
      [driving, day(2)],
      [silent, day(0)],
      [silent, quarter],
    ] as const)
      await writeSum(device, timeS)
    const job = trackRetention({ clock, store: createTrackRetentionStore(database), keepDays: () => 2 })
    await job.run(new AbortController().signal)
    // The limit is at two o'clock of the third day, which stays whole.
    expect((await names()).slice(0, 2)).toEqual(['track_points_past', nameOf(2)])
    expect([await timesOf(driving), await timesOf(silent), await timesOf(strange)]).toEqual([
      [day(2), day(3)],
      [quarter, quarter + 600],
      [day(3)],
    ])
    const sums = await db.selectFrom('track_sums').select(['device_key', 'slot']).orderBy('device_key').execute()
    expect(sums.map(({ device_key: device, slot }) => [device, slot! * 900])).toEqual([
      [driving, day(2)],
      [silent, quarter],
    ])
    // When the device is back, what stayed of it goes.
    await write([silent, day(4)])
    await job.run(new AbortController().signal)
    expect(await timesOf(silent)).toEqual([day(4)])
    // What comes late from a dropped day has a place, and goes point by point.
    await write([driving, day(1) + 5])
    expect(await tableOf(day(1) + 5)).toBe('track_points_past')
    await job.run(new AbortController().signal)
    expect(await timesOf(driving)).toEqual([day(2), day(3)])
  })

  it('follow what was stored before the upgrade, which goes point by point until all of it is too old', async () => {
    const before = [-6, -5, -2, -1].map((n) => day(n) + 43_200)
    await write(...before.map((timeS) => [1, timeS] as const), [2, day(-6)], [1, day(0)])
    const [, wide] = await names()
    const clock = createManualClock((day(-1) + 43_200) * 1000)
    const job = trackRetention({ clock, store: createTrackRetentionStore(database), keepDays: () => 2 })
    await job.run(new AbortController().signal)
    expect([await timesOf(1), await timesOf(2)]).toEqual([[...before.slice(2), day(0)], [day(-6)]])
    expect((await names())[1]).toBe(wide)
    clock.setWallClock((day(2) + 60) * 1000)
    await job.run(new AbortController().signal)
    expect([await timesOf(1), await timesOf(2)]).toEqual([[day(0)], [day(-6)]])
    expect((await names())[1]).toBe(nameOf(0))
  })

  it('lose nothing that is written while days are made and dropped', async () => {
    const failures: unknown[] = []
    let written = 0
    let isOver = false
    const writer = async (device: number) => {
      for (let n = 0; !isOver; n++) {
        const times = [0, 2, 5, 9].map((at) => day(at) + n)
        await write(...times.map((timeS) => [device, timeS] as const)).catch((error) => failures.push(error))
        written += 1
      }
      return await timesOf(device)
    }
    const writers = [1, 2, 3].map(writer)
    await until('all write', () => written > 10)
    for (let n = 1; n <= 4; n++) await open().addAhead(day(n) * 1000, true)
    expect((await open().dropBefore(day(2))).dropped).toBe(3)
    const before = written
    await until('they go on', () => written > before + 10)
    isOver = true
    const found = await Promise.all(writers)
    expect(failures).toEqual([])
    const perDay = (times: number[], n: number) => times.filter((timeS) => timeS >= day(n) && timeS < day(n + 1)).length
    for (const times of found) {
      const rounds = perDay(times, 5)
      expect(rounds).toBeGreaterThan(3)
      expect([perDay(times, 2), perDay(times, 9)]).toEqual([rounds, rounds])
    }
    expect((await names()).slice(0, 2)).toEqual(['track_points_past', nameOf(2)])
  })

  it('wait for a reader who takes long, and keep nobody waiting meanwhile', async () => {
    await write([1, day(0)])
    let end = (): void => undefined
    const reading = db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('track_points').selectAll().execute()
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    const dropping = open().dropBefore(day(1))
    for (let n = 0; n < 5; n++) await write([1, day(2) + n])
    expect((await names()).slice(1)).toContain(nameOf(0))
    end()
    await reading
    expect((await dropping).dropped).toBe(2)
    expect(await timesOf(1)).toEqual([0, 1, 2, 3, 4].map((n) => day(2) + n))
  })

  it('are left to the next time where somebody uses the table for long, and nothing else waits for that', async () => {
    const reading = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    const reader = db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('track_points').selectAll().execute()
      isRead.resolve()
      await reading.promise
    })
    await isRead.promise
    const lines: string[] = []
    const store = createTrackRetentionStore(database, createLog('info', { write: (line) => lines.push(line) }))
    for (let time = 0; time < 2; time++) expect(await store.dropDays(day(1), () => false)).toBeLessThanOrEqual(day(1))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('cannot be dropped, because others use its table')
    expect((await names()).slice(1)).toContain(nameOf(0))
    reading.resolve()
    await reader
    await store.dropDays(day(1), () => false)
    expect((await names())[1]).toBe(nameOf(1))
  }, 60_000)

  async function writeSum(deviceKey: number, timeS: number): Promise<void> {
    const zeros = ['points', 'distance_mm', 'max_speed_dkmh', 'driving_s', 'standing_s', 'stops', 'stopped_s']
    const row = Object.fromEntries([...zeros, 'overspeeds', 'stands_s'].map((name) => [name, 0]))
    const slot = Math.floor(timeS / 900)
    const times = { first_s: timeS, last_s: timeS }
    await db
      .insertInto('track_sums')
      .values({ ...row, ...times, device_key: deviceKey, slot })
      .execute()
  }
})

function pointRows(points: readonly (readonly [device: number, timeS: number])[]): NumberRows {
  return {
    table: 'track_points',
    columns: COLUMNS,
    values: Float64Array.from(points.flatMap(([device, timeS]) => [device, timeS, 24_000_000, 120_000_000, 0, 0, 0])),
    onConflict: { key: ['device_key', 'time_s'], action: 'replace', join: ['alarm_bits'] },
  }
}
