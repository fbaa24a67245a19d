import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { EventFilter } from './event-query.types.ts'
import { createEventQueries } from './index.ts'

const T0 = 1_790_000_000
const common = { change: 'new', name: '', memo: '', call: 0, late: 0, hidden: 0, snapshot_mask: 0 }
/** Of two devices, by number: code, speed and check status as given; a second apart. */
const events = [
  { device_key: 1, code: 16, speed_dkmh: 500, checked: 1 },
  { device_key: 2, code: 16, speed_dkmh: null, checked: 0 },
  { device_key: 1, code: 21, speed_dkmh: 100, checked: 0, snapshot_mask: 1 },
  { device_key: 2, code: 3, speed_dkmh: 900, checked: 1 },
  { device_key: 1, code: 3, speed_dkmh: null, checked: 0 },
  { device_key: 3, code: 3, speed_dkmh: 700, checked: 0 },
  { device_key: 1, code: 3, speed_dkmh: 1, checked: 0, hidden: 1 },
].map((event, at) => ({ ...common, ...event, time_s: T0 + at, updated_ms: 7_000 - at }))

const everything: EventFilter = {
  deviceKeys: [1, 2],
  share: 1,
  startS: T0,
  endS: T0 + 100,
}

onBothDatabases('queries of events', (databases) => {
  async function queries(rows: readonly object[] = events) {
    const database = await databases.open()
    await database.tables<{ events: object }>().insertInto('events').values(rows).execute()
    const { page, count, newest } = createEventQueries(database, createManualClock())
    const serials = async (filter: Partial<EventFilter>, over: Partial<Parameters<typeof page>[1]> = {}) => {
      const wanted = { order: 'time', desc: false, limit: 100, offset: 0, ...over } as const
      return (await page({ ...everything, ...filter }, wanted)).map(({ serial }) => serial)
    }
    return {
      newest,
      serials,
      count: (filter: Partial<EventFilter>, limit = 100) => count({ ...everything, ...filter }, limit),
    }
  }

  it('[EVT-38] [EVT-39] hold all filters together, of the devices that are asked for, and leave out hidden events', async () => {
    const { serials } = await queries()
    for (const share of [0.01, 0.2, 1]) {
      const found = (filter: Partial<EventFilter>) => serials({ share, ...filter })
      expect(await found({})).toEqual([1, 2, 3, 4, 5])
      expect(await found({ codes: [16] })).toEqual([1, 2])
      expect(await found({ codes: [3, 21] })).toEqual([3, 4, 5])
      expect(await found({ codes: [3, 21], deviceKeys: [2] })).toEqual([4])
      expect(await found({ codes: [99] })).toEqual([])
      expect(await found({ codes: [97, 98, 99] })).toEqual([])
      expect(await found({ startS: T0 + 1, endS: T0 + 3 })).toEqual([2, 3, 4])
      expect(await found({ hasSnapshot: true })).toEqual([3])
      expect(await found({ serial: 4 })).toEqual([4])
      expect(await found({ afterSerial: 1, beforeSerial: 4 })).toEqual([2, 3])
      expect(await found({ afterUpdatedMs: 6_997 })).toEqual([1, 2, 3])
      expect(await found({ deviceKeys: [] })).toEqual([])
    }
  })

  it('[EVT-38] are sorted by each order both ways, unknown speeds as the lowest, and of equal ones by number', async () => {
    const { serials } = await queries()
    const expected = {
      time: [1, 2, 3, 4, 5],
      updatetime: [5, 4, 3, 2, 1],
      appdevid: [4, 5, 1, 2, 3],
      speed: [2, 5, 3, 1, 4],
      checkstatus: [2, 3, 5, 1, 4],
    } as const
    for (const share of [0.01, 0.2, 1])
      for (const order of ['time', 'updatetime', 'appdevid', 'speed', 'checkstatus'] as const) {
        expect(await serials({ share }, { order }), order).toEqual(expected[order])
        expect(await serials({ share }, { order, desc: true }), order).toEqual(expected[order].toReversed())
        const second = { order, limit: 2, offset: 2 }
        expect(await serials({ share }, second), order).toEqual(expected[order].slice(2, 4))
      }
  })

  it('[API2-082] are counted to a limit, with the same filters', async () => {
    const { count } = await queries()
    for (const share of [0.01, 0.2, 1]) {
      expect(await count({ share })).toBe(5)
      expect(await count({ share, codes: [3, 21] })).toBe(3)
      expect(await count({ share }, 2)).toBe(2)
      expect(await count({ share, deviceKeys: [] })).toBe(0)
    }
  })

  it('answer the newest event of each device and code, also of those only that devices reported', async () => {
    const of = (device_key: number, at: number, over: object = {}) => ({
      ...common,
      device_key,
      code: 14,
      time_s: T0 + at,
      updated_ms: at,
      by_server: 0,
      ...over,
    })
    const { newest } = await queries([
      of(1, 0),
      of(1, 1, { memo: 'disk 2' }),
      of(1, 2, { by_server: 1, memo: 'full' }),
      of(1, 3, { by_server: 1, change: 'cover' }),
      of(2, 4, { by_server: 1 }),
      of(3, 5),
      of(3, 5, { change: 'cover' }),
      of(3, 6, { code: 17 }),
    ])
    const found = async (...asked: Parameters<typeof newest>) =>
      (await newest(...asked)).map(({ deviceKey, code, timeS, change, memo }) =>
        [deviceKey, code, timeS - T0, change, memo].join(' ').trim(),
      )
    expect((await found([14], T0)).toSorted()).toEqual(['1 14 3 cover', '2 14 4 new', '3 14 5 cover'])
    expect((await found([14], T0, { reportedOnly: true })).toSorted()).toEqual(['1 14 1 new disk 2', '3 14 5 cover'])
    expect((await found([14, 17], T0 + 5)).toSorted()).toEqual(['3 14 5 cover', '3 17 6 new'])
  })
})
