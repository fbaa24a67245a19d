import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import type { CommitWaiter, MarkedLog } from '../../ports/position-log/position-log.types.ts'
import type { TrackPoint } from '../../ports/position-log/track-point.types.ts'
import { NO_CLOCK, type PointRow, readPoint } from '../../services/tracks/point-format.ts'
import { createPositionLog, MAX_WAITING } from './position-log.ts'

interface Tables {
  track_points: PointRow
  track_strays: Omit<PointRow, 'time_s'> & { arrived_s: number; said_s: number }
  track_marks: { device_key: number; slot: number; mark: number }
}

const point = (over: Partial<TrackPoint> = {}): TrackPoint => ({
  deviceKey: 1,
  timeS: 1_700_000_000,
  latE6: -24_078_600,
  lngE6: 120_528_500,
  speedDkmh: 623,
  headingDeg: 359,
  altitudeM: -12,
  satellites: 9,
  signal: 25,
  alarmBits: 0,
  statusBits: 0b111,
  odometerM: 1_600_000_000,
  ...over,
})

/** Resolves with the tokens that were committed once `count` answers are in. */
function collector(count: number) {
  const tokens: number[] = []
  const errors: Error[] = []
  let left = count
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  const waiter: CommitWaiter = {
    committed(token, error) {
      tokens.push(token)
      if (error) errors.push(error)
      left -= 1
      if (left === 0) finish()
    },
  }
  return { waiter, tokens, errors, done }
}

describe('position log', () => {
  let folder: string
  let database: Database
  let log: MarkedLog

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetglass-log-'))
    const location = join(folder, 'test.db')
    database = await openDatabase({
      location,
      migrations,
      clock: systemClock,
      onFailure: (error) => {
        throw error
      },
    })
    log = createPositionLog({ clock: systemClock, database, failed: () => undefined })
  })

  afterEach(async () => {
    await log.close()
    await database.close()
    await rm(folder, { recursive: true })
  })

  const rows = async () =>
    (await database.tables<Tables>().selectFrom('track_points').selectAll().orderBy('time_s').execute()).map(readPoint)

  it('a point is on disk when its waiter is notified', async () => {
    const { waiter, tokens, done } = collector(1)
    log.append(point(), waiter, 77)
    await done
    expect(tokens).toEqual([77])
    expect(await rows()).toEqual([point()])
  })

  it('a group goes to the database 100 ms after its first point, which leaves as long for the commit', async () => {
    const clock = createManualClock()
    const rows: number[] = []
    const timed = createPositionLog({
      clock,
      database: {
        async insertNumbers(...tables) {
          const points = tables.find(({ table }) => table === 'track_points')
          rows.push((points?.values.length ?? 0) / (points?.columns.length ?? 1))
        },
      },
      failed: () => undefined,
    })
    const { waiter, done } = collector(2)
    timed.append(point(), waiter, 1)
    clock.advance(99)
    timed.append(point({ timeS: 1_700_000_001 }), waiter, 2)
    expect(rows).toEqual([])
    clock.advance(1)
    expect(rows).toEqual([2])
    await done
    await timed.close()
  })

  it('a point that comes again is stored once, with the alarm bits of both', async () => {
    const { waiter, done } = collector(3)
    log.append(point({ alarmBits: 0x8000_0000 }), waiter, 1)
    log.append(point({ alarmBits: 1 }), waiter, 2)
    log.append(point({ timeS: 1_700_000_001 }), waiter, 3)
    await done
    expect(await rows()).toMatchObject([{ alarmBits: 0x8000_0001 }, { timeS: 1_700_000_001, alarmBits: 0 }])
    const again = collector(1)
    log.append(point({ speedDkmh: 1 }), again.waiter, 4)
    await again.done
    expect(await rows()).toMatchObject([{ speedDkmh: 1 }, { speedDkmh: 623 }])
  })

  it('a point without a clock lies apart: it takes no place of one that came in the same second', async () => {
    const { waiter, errors, done } = collector(4)
    log.append(point(), waiter, 1)
    for (const saidS of [946_684_800, 946_684_801]) {
      log.append(point({ speedDkmh: 1, statusBits: (0b111 | NO_CLOCK) >>> 0, saidS }), waiter, 2)
    }
    log.append(point({ speedDkmh: 2, statusBits: (0b111 | NO_CLOCK) >>> 0 }), waiter, 3)
    await done
    expect(errors).toEqual([])
    expect(await rows()).toEqual([point()])
    const strays = await database.tables<Tables>().selectFrom('track_strays').selectAll().orderBy('said_s').execute()
    expect(strays.map(({ said_s }) => said_s)).toEqual([0, 946_684_800, 946_684_801])
    expect(strays.map(({ arrived_s, state, ...row }) => readPoint({ ...row, time_s: arrived_s, state }))).toEqual(
      [2, 1, 1].map((speedDkmh) => point({ speedDkmh })),
    )
  })

  it('marks each quarter of an hour once, and again when its marks were freed, whatever was under way', async () => {
    const marks = async () => {
      const found = await database.tables<Tables>().selectFrom('track_marks').selectAll().orderBy('slot').execute()
      return found.map(({ slot, mark }) => [slot - 1_700_000_000 / 900, mark] as const)
    }
    const first = 1_700_000_000 - (1_700_000_000 % 900)
    const append = async (...timesS: number[]) => {
      const { waiter, done } = collector(timesS.length)
      for (const [n, timeS] of timesS.entries()) log.append(point({ timeS }), waiter, n)
      await done
    }
    await append(first, first + 899, first + 900)
    const [one, two] = await marks()
    expect([await marks(), two![0] - one![0]]).toEqual([[one, two], 1])
    await append(first + 901)
    expect(await marks()).toEqual([one, two])
    await log.freeMarks([1])
    await append(first + 902)
    const again = await marks()
    expect(again[0]).toEqual(one)
    expect(again[1]![1]).toBeGreaterThan(two![1])
    // Freed while a group is written: that group remembers nothing.
    const { waiter, done } = collector(1)
    log.append(point({ timeS: first + 1800 }), waiter, 0)
    const closing = log.close()
    await log.freeMarks([1])
    expect(await marks()).toHaveLength(3)
    await Promise.all([done, closing])
  })

  it('says when it is full, says when it is drained, and loses nothing on the way', async () => {
    const count = MAX_WAITING + 10
    const { waiter, tokens, errors, done } = collector(count)
    let drained = 0
    log.onDrained(() => drained++)
    const answers: boolean[] = []
    for (let n = 0; n < count; n++) answers.push(log.append(point({ timeS: 1_700_000_000 + n }), waiter, n))
    expect(answers.indexOf(false)).toBe(MAX_WAITING - 1)
    await done
    expect(drained).toBe(1)
    expect(errors).toEqual([])
    expect(tokens.length).toBe(count)
    const { n } = await database
      .tables<Tables>()
      .selectFrom('track_points')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(count)
    expect(log.append(point(), collector(1).waiter, 0)).toBe(true)
  })

  it('a refusal of the database reaches every waiter of the group, and the next group is tried', async () => {
    let fail = true
    const failures: string[] = []
    const choosy = createPositionLog({
      clock: systemClock,
      database: {
        insertNumbers: (...tables) =>
          fail ? Promise.reject(new Error('disk full')) : database.insertNumbers(...tables),
      },
      failed: (error) => failures.push(error.message),
    })
    const first = collector(2)
    choosy.append(point(), first.waiter, 1)
    choosy.append(point(), first.waiter, 2)
    await first.done
    expect(first.errors.map((error) => error.message)).toEqual(['disk full', 'disk full'])
    expect(failures).toEqual(['disk full'])
    fail = false
    const second = collector(1)
    choosy.append(point(), second.waiter, 3)
    await second.done
    expect(second.errors).toEqual([])
    await choosy.close()
  })

  it('closing commits what waits', async () => {
    const { waiter, tokens } = collector(1)
    log.append(point(), waiter, 5)
    await log.close()
    expect(tokens).toEqual([5])
    expect(await rows()).toHaveLength(1)
  })
})
