import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../database/index.ts'
import { createLog } from '../log/index.ts'
import { createJobStore } from './job.store.ts'
import { DatabaseScheduler } from './scheduler.ts'
import type { Job } from './scheduler.types.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const START_MS = Date.UTC(2026, 8, 1, 12)

/** A job that counts its runs, and ends them when the test says so. */
class CountedJob implements Job {
  readonly name: string
  readonly schedule: Job['schedule']
  readonly needsTrustedTime: boolean
  runs = 0
  signal: AbortSignal | null = null
  readonly begun = Promise.withResolvers<void>()
  /** What a run waits for. */
  work: () => Promise<void> = async () => undefined

  constructor(name: string, schedule: Job['schedule'], needsTrustedTime = false) {
    this.name = name
    this.schedule = schedule
    this.needsTrustedTime = needsTrustedTime
  }

  /** The next runs go on until the function that is returned is called. */
  hang(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.work = () => promise
    return resolve
  }

  async run(signal: AbortSignal): Promise<void> {
    this.runs += 1
    this.signal = signal
    this.begun.resolve()
    await this.work()
  }
}

onBothDatabases('scheduled jobs', (databases) => {
  let database: Database
  let clock: ManualClock
  let logged: { readonly level: string; readonly job?: string; readonly msg: string }[]
  let schedulers: DatabaseScheduler[]

  beforeEach(async () => {
    database = await databases.open()
    clock = createManualClock(START_MS)
    logged = []
    schedulers = []
  })
  afterEach(async () => {
    await Promise.all(schedulers.map((scheduler) => scheduler.close()))
    expect(clock.pending).toBe(0)
  })

  function start(of = clock): DatabaseScheduler {
    const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) })
    const scheduler = new DatabaseScheduler({ clock: of, log, database })
    schedulers.push(scheduler)
    return scheduler
  }

  const dueMs = (name: string): Promise<number> => createJobStore(database).dueMs(name, -1)

  async function leaseMs(name: string): Promise<number> {
    const table = database.tables<{ scheduled_jobs: { name: string; lease_until_ms: number | null } }>()
    const query = table.selectFrom('scheduled_jobs').select('lease_until_ms').where('name', '=', name)
    return (await query.executeTakeFirstOrThrow()).lease_until_ms ?? 0
  }

  /** Lets so much time pass; whatever falls due in ten seconds has run before the next ten. */
  async function pass(ms: number, which = schedulers): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10_000) {
      clock.advance(10_000)
      for (const scheduler of which) await scheduler.look()
    }
  }

  /** Lets time pass until a job runs that does not end by itself. */
  async function passUntilHangs(job: CountedJob, scheduler: DatabaseScheduler, of = clock): Promise<void> {
    for (let step = 0; job.runs === 0 && step < 1_000; step++) {
      of.advance(10_000)
      await Promise.race([scheduler.look(), job.begun.promise])
    }
    expect(job.runs).toBe(1)
  }

  it('run when their period is over, for the first time one period after they were first seen', async () => {
    const job = new CountedJob('sweep', { everyMs: 10 * MINUTE_MS })
    start().add(job)
    await pass(10 * MINUTE_MS)
    expect(job.runs).toBe(0)
    await pass(90_000)
    expect(job.runs).toBe(1)
    await pass(10 * MINUTE_MS)
    expect(job.runs).toBe(2)
  })

  it('run at their time of day in their time zone', async () => {
    const job = new CountedJob('report', { dailyAt: '15:00', timeZone: 'Europe/Berlin' })
    start().add(job)
    await pass(59 * MINUTE_MS)
    expect(job.runs).toBe(0)
    await pass(2 * MINUTE_MS)
    expect(job.runs).toBe(1)
    expect(await dueMs('report')).toBe(Date.UTC(2026, 8, 2, 13))
  })

  it('run once for two schedulers on one database', async () => {
    const jobs = [start(), start()].map((scheduler) => {
      const job = new CountedJob('sweep', { everyMs: 5 * MINUTE_MS })
      scheduler.add(job)
      return job
    })
    const runs = (): number => jobs.reduce((sum, job) => sum + job.runs, 0)
    for (let step = 0; step < 200; step++) {
      clock.advance(10_000)
      await Promise.all(schedulers.map((scheduler) => scheduler.look()))
    }
    // 2,000 s, of which the first minute begins nothing; each period ends with the next look.
    expect(runs()).toBe(6)
  })

  it('are taken over from a process that died, when its lease is over', async () => {
    const lost = new CountedJob('sweep', { everyMs: MINUTE_MS })
    const end = lost.hang()
    const dead = createManualClock(START_MS)
    const hanging = start(dead)
    hanging.add(lost)
    await passUntilHangs(lost, hanging, dead)
    // Its clock stands still from here on, as in a process that hangs.
    clock.advance(dead.monotonicMs())
    const job = new CountedJob('sweep', { everyMs: HOUR_MS })
    const alive = start()
    alive.add(job)
    await pass(50_000, [alive])
    expect(job.runs).toBe(0)
    await pass(60_000, [alive])
    expect(job.runs).toBe(1)
    // What hung and goes on sees that the job is not its own any more.
    expect(lost.signal?.aborted).toBe(false)
    dead.advance(20_000)
    await until('the run is ended', () => lost.signal?.aborted === true)
    end()
  })

  it('keep their lease while they run, however long that takes', async () => {
    const long = new CountedJob('sweep', { everyMs: MINUTE_MS })
    const end = long.hang()
    const busy = start()
    busy.add(long)
    await passUntilHangs(long, busy)
    const other = new CountedJob('sweep', { everyMs: MINUTE_MS })
    const scheduler = start()
    scheduler.add(other)
    for (let step = 0; step < 60; step++) {
      await pass(10_000, [scheduler])
      await until('the lease is renewed', async () => (await leaseMs('sweep')) > clock.nowMs() + 30_000)
    }
    expect([long.runs, other.runs]).toEqual([1, 0])
    end()
    await pass(2 * MINUTE_MS)
    expect(long.runs + other.runs).toBe(2)
  })

  it('make up once for what was missed while no process ran', async () => {
    const first = start()
    first.add(new CountedJob('sweep', { everyMs: HOUR_MS }))
    await pass(2 * MINUTE_MS)
    await first.close()
    clock.advance(3 * DAY_MS)
    const job = new CountedJob('sweep', { everyMs: HOUR_MS })
    const second = start()
    second.add(job)
    await pass(2 * MINUTE_MS, [second])
    expect(job.runs).toBe(1)
    await pass(30 * MINUTE_MS, [second])
    expect(job.runs).toBe(1)
  })

  it('run once after the clock was set ahead, and go on when it is set back', async () => {
    const job = new CountedJob('sweep', { everyMs: HOUR_MS })
    start().add(job)
    await pass(2 * MINUTE_MS)
    clock.setWallClock(clock.nowMs() + 365 * DAY_MS)
    await pass(10 * MINUTE_MS)
    expect(job.runs).toBe(1)
    clock.setWallClock(clock.nowMs() - 365 * DAY_MS)
    await pass(50 * MINUTE_MS)
    expect(job.runs).toBe(1)
    await pass(20 * MINUTE_MS)
    expect(job.runs).toBe(2)
  })

  it('do not start while the clock jumps all the time', async () => {
    const job = new CountedJob('sweep', { everyMs: MINUTE_MS })
    start().add(job)
    await pass(90_000)
    const before = job.runs
    for (let jump = 0; jump < 40; jump++) {
      clock.setWallClock(START_MS + (jump % 2) * 30 * DAY_MS)
      await pass(20_000)
    }
    expect(job.runs).toBe(before)
  })

  it('wait for a clock that has been in step for an hour where they remove what is old', async () => {
    const job = new CountedJob('removal', { everyMs: MINUTE_MS }, true)
    start().add(job)
    await pass(59 * MINUTE_MS)
    expect(job.runs).toBe(0)
    await pass(4 * MINUTE_MS)
    expect(job.runs).toBeGreaterThan(0)
  })

  it('are logged with their name when they fail, and run again at their next time', async () => {
    const job = new CountedJob('sweep', { everyMs: MINUTE_MS })
    job.work = () => Promise.reject(new Error('no such table'))
    const other = new CountedJob('other', { everyMs: MINUTE_MS })
    const scheduler = start()
    scheduler.add(job)
    scheduler.add(other)
    await pass(4 * MINUTE_MS)
    expect([job.runs, other.runs]).toEqual([3, 3])
    expect(logged).toHaveLength(3)
    expect(logged[0]).toMatchObject({
      level: 'error',
      job: 'sweep',
      msg: 'A scheduled job failed; it runs again at its next time',
      err: { message: 'no such table' },
    })
  })

  it('end before the scheduler does, and what was interrupted is made up for', async () => {
    const job = new CountedJob('sweep', { everyMs: 10 * MINUTE_MS })
    const ended: string[] = []
    job.work = () =>
      new Promise((resolve) => {
        job.signal?.addEventListener('abort', () => {
          ended.push('job')
          resolve()
        })
      })
    const scheduler = start()
    scheduler.add(job)
    await passUntilHangs(job, scheduler)
    await scheduler.close().then(() => ended.push('scheduler'))
    expect(ended).toEqual(['job', 'scheduler'])
    const again = new CountedJob('sweep', { everyMs: 10 * MINUTE_MS })
    const next = start()
    next.add(again)
    await pass(80_000, [next])
    expect(again.runs).toBe(1)
  })

  it('leave when they are closed alone; a name is taken once', async () => {
    const scheduler = start()
    const job = new CountedJob('sweep', { everyMs: MINUTE_MS })
    const scheduled = scheduler.add(job)
    expect(() => scheduler.add(job)).toThrow('there is a job sweep already')
    await scheduled.close()
    await pass(3 * MINUTE_MS)
    expect(job.runs).toBe(0)
    scheduler.add(job)
    await pass(2 * MINUTE_MS)
    expect(job.runs).toBe(1)
  })
})
