import { streamEntrances, streamLogTypes } from '@fleetglass/contract/stream-log'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createStreamLogStore } from './stream-log.store.ts'
import type { StreamLogFilter } from './stream-log.types.ts'

/** More than are looked at for a page of rare rows. */
const ROWS = 60_000
const any: StreamLogFilter = { fromMs: 0, toMs: ROWS, user: '', deviceId: '', devices: null }
const device = (key: number) => ({ key, deviceId: `d${key}` })

onBothDatabases('pages of a long stream log', (databases) => {
  it('[RIGHT2-32] are whole for who sees few devices, whose rows are old, and for who sees nearly all', async () => {
    const database = await databases.open()
    // Device 3 has one row of a hundred, and device 2 ten rows before all others.
    await sql`
      insert into stream_log (user_name, device_key, device_id, channel, entrance, type, ask_ms, during_s, update_ms)
      with recursive series (n) as (select 0 union all select n + 1 from series where n < ${ROWS - 1}),
        used as (select n, case when n < 10 then 2 when n % 100 = 0 then 3 else 1 end as device from series)
      select 'user ' || (n % 2), device, 'd' || device, 1, ${streamEntrances.web}, n % 6, n, 1, n from used`.execute(
      database.tables(),
    )
    const { find } = createStreamLogStore(database)
    const times = async (filter: Partial<StreamLogFilter>, offset = 0, limit = 100) =>
      (await find({ ...any, ...filter }, { offset, limit })).map(({ updateMs }) => updateMs)
    const old = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    expect(await times({ devices: [device(2)] })).toEqual(old)
    expect(await times({ devices: [device(2)] }, 7)).toEqual([2, 1, 0])
    expect(await times({ devices: [device(2)], user: 'user 1' })).toEqual([9, 7, 5, 3, 1])
    expect(await times({ devices: [device(2)], type: streamLogTypes.liveEnd })).toEqual(
      old.filter((n) => n % 6 === streamLogTypes.liveEnd),
    )
    expect(await times({ devices: [device(2)], fromMs: 3, toMs: 8 })).toEqual([7, 6, 5, 4, 3])
    expect(await times({ devices: [device(2), device(3)] }, 595)).toEqual([500, 400, 300, 200, 100, ...old].slice(1))
    expect(await times({ devices: [device(1), device(2)] }, 0, 3)).toEqual([59_999, 59_998, 59_997])
    // One that was added again under the number of a removed one has none of its rows.
    expect(await times({ devices: [{ key: 9, deviceId: 'd2' }] })).toEqual([])
  })
})
