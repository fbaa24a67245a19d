import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { createEventStore } from './event.store.ts'
import { eventRetention } from './retention.ts'

const DAY_S = 86_400
const event = { change: 'new', code: 15, name: '', memo: 'm', call: true, late: false } as const
const place = { latE6: -1, lngE6: 2, speedKmh: 33.35 }

onBothDatabases('the table of events', (databases) => {
  it('[API1-16] [API1-49] answers those of a device and range by time, both ends included, as many as are wanted', async () => {
    const store = createEventStore(await databases.open(), systemClock)
    const of = (deviceKey: number, timeS: number) => ({ ...event, deviceKey, deviceId: String(deviceKey), timeS })
    await store.add([
      { ...of(1, 30), place },
      { ...of(1, 10), place: null },
      { ...of(1, 20), place: null },
      { ...of(1, 31), place: null },
      { ...of(2, 20), place: null },
    ])
    const found = await store.between(1, { startS: 10, endS: 30, limit: 9 })
    expect(found.map(({ timeS, serial }) => [timeS, serial])).toEqual([
      [10, 2],
      [20, 3],
      [30, 1],
    ])
    expect(found[2]).toEqual({ ...event, deviceKey: 1, timeS: 30, serial: 1, place: { ...place, speedKmh: 33.4 } })
    expect(await store.between(1, { startS: 10, endS: 30, limit: 2 })).toHaveLength(2)
    expect(await store.between(3, { startS: 0, endS: 99, limit: 9 })).toEqual([])
  })

  it('[VCP-064] answers the local days of the devices that are asked for, ascending and each once', async () => {
    const store = createEventStore(await databases.open(), systemClock)
    const of = (deviceKey: number, timeS: number) => ({
      ...event,
      deviceKey,
      deviceId: String(deviceKey),
      timeS,
      place,
    })
    await store.add([of(1, 5 * DAY_S), of(1, 3 * DAY_S - 1), of(1, 3 * DAY_S - 2), of(2, 9 * DAY_S), of(3, 7 * DAY_S)])
    expect(await store.days([1, 2], 0)).toEqual([2 * DAY_S, 5 * DAY_S, 9 * DAY_S])
    expect(await store.days([1], 1)).toEqual([2 * DAY_S - 1, 3 * DAY_S - 1, 5 * DAY_S - 1])
    expect(await store.days([1], -1)).toEqual([2 * DAY_S + 1, 4 * DAY_S + 1])
    expect(await store.days([], 0)).toEqual([])
  })

  it('[D2] carries the mark of late events, and leaves out a late one that is there already', async () => {
    const store = createEventStore(await databases.open(), systemClock)
    const of = (timeS: number, late: boolean) => ({ ...event, deviceKey: 1, deviceId: '1', timeS, place, late })
    expect(await store.add([of(10, true), of(20, false)])).toHaveLength(2)
    expect((await store.add([of(10, true), of(20, false), of(30, true)])).map(({ timeS }) => timeS)).toEqual([20, 30])
    const found = await store.between(1, { startS: 0, endS: 99, limit: 9 })
    expect(found.map(({ timeS, late }) => [timeS, late])).toEqual([
      [10, true],
      [20, false],
      [20, false],
      [30, true],
    ])
  })

  it('keeps what it is given, and of each device as long as it says, of others and removed ones the default', async () => {
    const database = await databases.open()
    const clock = createManualClock()
    const store = createEventStore(database, clock)
    const nowS = Math.floor(clock.nowMs() / 1000)
    const devices = [1, 2, 3].map((deviceKey) => ({ ...event, deviceKey, deviceId: String(deviceKey), place: null }))
    for (const days of [1, 9, 40, 400]) await store.add(devices.map((one) => ({ ...one, timeS: nowS - days * DAY_S })))
    await store.add([{ ...event, deviceKey: 1, deviceId: '1', timeS: nowS, place }])
    const stored = async () => {
      const rows = await database
        .tables<{ events: { device_key: number; time_s: number; lat_e6: number | null; speed_dkmh: number | null } }>()
        .selectFrom('events')
        .select(['device_key', 'time_s', 'lat_e6', 'speed_dkmh'])
        .orderBy('time_s', 'desc')
        .execute()
      return {
        rows,
        days: (key: number) => rows.filter((row) => row.device_key === key).map((row) => (nowS - row.time_s) / DAY_S),
      }
    }
    const registry = {
      all: () =>
        [
          { key: 1, eventRetentionDays: 5 },
          { key: 2, eventRetentionDays: 0 },
        ] as never,
    }
    const retention = eventRetention({ clock, store, registry, defaultDays: () => 365 })
    await retention.run(new AbortController().signal)
    const { rows, days } = await stored()
    expect([days(1), days(2), days(3)]).toEqual([
      [0, 1],
      [1, 9, 40],
      [1, 9, 40],
    ])
    expect(rows[0]).toMatchObject({ lat_e6: -1, speed_dkmh: 334 })

    // A fleet may have more devices than a statement may have parameters.
    const fleet = Array.from({ length: 70_000 }, (_, n) => n + 10)
    const query = { beforeS: nowS + 1, limit: 100 }
    expect(await store.removeBefore({ ...query, only: fleet })).toBe(0)
    expect(await store.removeBefore({ ...query, beforeS: 0, except: fleet })).toBe(0)

    // A clock that jumps makes nothing old until it has been in step for an hour.
    expect(retention.needsTrustedTime).toBe(true)
  })

  it('calls companions once for each event that is stored, and writes what they return in the same transaction', async () => {
    const store = createEventStore(await databases.open(), systemClock)
    const of = (timeS: number, late: boolean) => ({ ...event, deviceKey: 1, deviceId: '1', timeS, place, late })
    const accompanied: number[][] = []
    let isRefused = false
    const companions = [
      (events: readonly { readonly timeS: number }[]) => {
        accompanied.push(events.map(({ timeS }) => timeS))
        return async () => {
          if (isRefused) throw new Error('refused')
        }
      },
      () => null,
    ]
    await store.add([of(10, false)], [], { companions })
    // The device sends its memory again; the database did not answer the write before.
    await store.add([of(10, true), of(20, true)], [], { companions })
    await store.add([of(10, true), of(20, true)], [], { companions, again: true })
    expect(accompanied).toEqual([[10], [20]])
    isRefused = true
    await expect(store.add([of(30, false)], [], { companions })).rejects.toThrow('refused')
    expect(await store.between(1, { startS: 30, endS: 30, limit: 9 })).toEqual([])
  })
})
