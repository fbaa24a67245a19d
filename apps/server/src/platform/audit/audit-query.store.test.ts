import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { type AuditFilter, createAuditQueries } from './audit-query.store.ts'

/** More than are looked at for a page of rare rows. */
const ROWS = 60_000
const any: AuditFilter = { fromMs: 0, toMs: ROWS, account: '', address: '', actions: null, deviceIds: null }

onBothDatabases('pages of a long audit log', (databases) => {
  it('[RIGHT2-32] are whole for who sees few devices, whose rows are old, and have the rows of no device', async () => {
    const database = await databases.open()
    // The first ten rows are of device 2, each thousandth of no device, all others of device 1.
    await sql`
      insert into audit_log
        (time_ms, writer, seq, transport, account, permission, address, action, device_id, result, parameters, calls)
      with recursive series (n) as (select 0 union all select n + 1 from series where n < ${ROWS - 1})
      select n, 1, n, 'http', 'user ' || (n % 2), 1, '10.0.0.' || (n % 5), 'GET /' || (n % 3),
        case when n < 10 then 'd2' when n % 1000 = 999 then null else 'd1' end, 'ok', '{}', 1 from series`.execute(
      database.tables(),
    )
    const { find } = createAuditQueries(database)
    const times = async (filter: Partial<AuditFilter>, offset = 0) =>
      (await find({ ...any, ...filter }, { offset, limit: 100 })).map(({ time_ms: timeMs }) => Number(timeMs))
    const old = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    const ofNone = Array.from({ length: ROWS / 1000 }, (_, n) => ROWS - 1 - n * 1000)
    expect(await times({ deviceIds: [] })).toEqual(ofNone)
    expect(await times({ deviceIds: ['d2'] })).toEqual([...ofNone, ...old])
    expect(await times({ deviceIds: ['d2'] }, 65)).toEqual([4, 3, 2, 1, 0])
    const ofUser = (n: number): boolean => n % 2 === 1
    expect(await times({ deviceIds: ['d2'], account: 'user 1' })).toEqual([...ofNone, ...old].filter(ofUser))
    expect(await times({ deviceIds: ['d2'], address: '10.0.0.3' })).toEqual([8, 3])
    const ofAction = (n: number): boolean => n % 3 === 1
    expect(await times({ deviceIds: ['d2'], actions: ['GET /1'] })).toEqual([...ofNone, ...old].filter(ofAction))
    expect(await times({ deviceIds: ["d2'"], actions: ['GET /1'], toMs: 1_000 })).toEqual([])
    expect(await times({ deviceIds: ['d1', 'd2'] })).toEqual(Array.from({ length: 100 }, (_, n) => ROWS - 1 - n))
    expect(await times({ account: 'user 1', actions: ['GET /1'] })).toHaveLength(100)
  })
})
