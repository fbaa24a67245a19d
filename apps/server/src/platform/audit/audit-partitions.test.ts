import { createManualClock } from '@fleetglass/testkit'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { onPostgres } from '../../../test/databases/both-databases.ts'
import { createLog } from '../log/index.ts'
import { createMetrics } from '../metrics/index.ts'
import { openTimePartitions } from '../partitions/index.ts'
import { type AuditRow, auditPartitions } from './audit.store.ts'
import { createAuditLog } from './audit-log.ts'
import { createAuditQueries } from './audit-query.store.ts'

const DAY_MS = 86_400_000
const MONTHS = 6
const START_MS = Date.UTC(2040, 0, 1)
/** A call each quarter of an hour. */
const STEP_MS = 900_000
const END_MS = Date.UTC(2040, MONTHS, 1)

onPostgres('the audit log by month', (databases) => {
  it('finds the newest calls over all months; whole months that are too old are dropped, the rest goes row by row', async () => {
    const database = await databases.open()
    const db: Kysely<{ audit_log: AuditRow }> = database.tables()
    const partitions = openTimePartitions(database, auditPartitions)!
    for (let n = 0; n < MONTHS; n++) await partitions.addAhead(Date.UTC(2040, n, 1), true)
    await sql`insert into audit_log
        (time_ms, writer, seq, transport, account, permission, address, action, device_id, result, parameters, calls)
      select time_ms, 1, time_ms, 'http', 'user ' || time_ms / ${sql.lit(STEP_MS)} % 3, 1, '10.0.0.1', 'A', null, 'ok', '{}', 1
      from generate_series(${sql.lit(START_MS)}::bigint, ${sql.lit(END_MS - 1)}::bigint, ${sql.lit(STEP_MS)}::bigint) as time_ms`.execute(
      db,
    )
    const any = { fromMs: 0, toMs: Date.UTC(2100, 0, 1), account: '', address: '', actions: null, deviceIds: null }
    const { find } = createAuditQueries(database)
    const page = (offset: number, account = '') =>
      find({ ...any, account }, { offset, limit: 100 }).then((rows) => rows.map(({ time_ms: timeMs }) => timeMs))
    const steps = (end: number, width: number) => Array.from({ length: 100 }, (_, n) => end - n * width)
    expect(await page(0)).toEqual(steps(END_MS - STEP_MS, STEP_MS))
    // Over the end of a month.
    const offset = (30 * DAY_MS) / STEP_MS - 50
    expect(await page(offset)).toEqual(steps(END_MS - STEP_MS - offset * STEP_MS, STEP_MS))
    const [first = 0] = await page(offset, 'user 1')
    expect(await page(offset, 'user 1')).toEqual(steps(first, 3 * STEP_MS))

    const clock = createManualClock(END_MS)
    const metrics = createMetrics()
    const audit = createAuditLog({ clock, log: createLog('silent'), metrics, database, keepDays: () => 100 })
    const [job] = audit.jobs
    await job?.run(new AbortController().signal)
    await audit.close()
    metrics.close()
    const limitMs = END_MS - 100 * DAY_MS
    const { least, rows } = await db
      .selectFrom('audit_log')
      .select(({ fn }) => [fn.min('time_ms').as('least'), fn.countAll<number>().as('rows')])
      .executeTakeFirstOrThrow()
    expect([least, rows]).toEqual([limitMs, (END_MS - limitMs) / STEP_MS])
    const names = (await partitions.list()).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['audit_log_past', 'audit_log_20400301'])
    // A call with the time of a clock that was behind is stored, and found.
    await sql`insert into audit_log select ${sql.lit(START_MS)}, writer, seq, transport, account, permission, address, action,
      device_id, result, parameters, calls from audit_log limit 1`.execute(db)
    expect(await find({ ...any, toMs: START_MS + 1 }, { offset: 0, limit: 10 })).toHaveLength(1)
  })
})
