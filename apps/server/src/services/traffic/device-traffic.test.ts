import { createManualClock } from '@fleetglass/testkit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createRegistry } from '../directory/index.ts'
import { createDeviceTraffic } from './device-traffic.ts'

const limit = (kbPerMonth: number, enforced = true) => ({ trafficLimit: { enforced, kbPerMonth } })

/** 10 s before September ends in the zone of the server, which is eight hours ahead. */
const START_MS = Date.UTC(2026, 8, 30, 15, 59, 50)

onBothDatabases('the traffic of devices', (databases) => {
  async function site(database?: Database, clock = createManualClock(START_MS)) {
    const opened = database ?? (await databases.open())
    const registry = await createRegistry({ database: opened, clock, maxDevices: 10 })
    const log = createLog('silent')
    const utcOffsetS = () => 8 * 3600
    const start = () => createDeviceTraffic({ clock, log, database: opened, registry, utcOffsetS })
    return { database: opened, clock, registry, start, traffic: await start() }
  }

  it('counts both ways, keeps the sum of the month over a restart, and starts again when the month turns at the server', async () => {
    const { clock, start, traffic } = await site()
    traffic.count(7, 1000, 24)
    traffic.count(7, 1, 0)
    expect([traffic.monthBytes(7), traffic.monthBytes(8)]).toEqual([1025, 0])
    await traffic.close()
    const again = await start()
    expect(again.monthBytes(7)).toBe(1025)
    again.count(7, 10, 0)
    // Midnight there is not midnight in UTC.
    clock.advance(11_000)
    expect(again.monthBytes(7)).toBe(0)
    again.count(7, 5, 5)
    await again.close()
    const third = await start()
    expect(third.monthBytes(7)).toBe(10)
    await third.close()
  })

  it('[REC-17] a device whose month passes its limit is reported once, and again when the limit is raised, lifted, or the month ends', async () => {
    const { clock, registry, traffic } = await site()
    await registry.add({ deviceId: 'van', channels: 1, recording: false, groups: [registry.groups.rootId] })
    const van = () => {
      const device = registry.byId('van')
      if (device === undefined) throw new Error('it was added')
      return device
    }
    const received: boolean[] = []
    traffic.onChange((device) => received.push(traffic.isUsedUp(device)))
    traffic.count(van().key, 2048, 0)
    await registry.edit('van', () => limit(2))
    clock.advance(1_000)
    // As much as the limit is not beyond it.
    expect([traffic.isUsedUp(van()), received]).toEqual([false, []])
    traffic.count(van().key, 0, 1)
    expect(traffic.isUsedUp(van())).toBe(true)
    clock.advance(2_000)
    expect(received).toEqual([true])
    await registry.edit('van', () => limit(3))
    expect(received).toEqual([true, false])
    await registry.edit('van', () => limit(1))
    await registry.edit('van', () => limit(1, false))
    await registry.edit('van', () => limit(0))
    expect([traffic.isUsedUp(van()), received]).toEqual([false, [true, false, true, false]])
    await registry.edit('van', () => limit(1))
    clock.advance(10_000)
    expect([traffic.isUsedUp(van()), received.slice(4)]).toEqual([false, [true, false]])
    await traffic.close()
  })

  it('[REC-17] a clock that is set into the next month and back finds what each month has', async () => {
    const { clock, traffic } = await site()
    const november = Date.UTC(2026, 10, 21)
    clock.setWallClock(november)
    clock.advance(1_000)
    traffic.count(7, 5_000, 24)
    clock.setWallClock(Date.UTC(2026, 11, 2))
    clock.advance(1_000)
    traffic.count(7, 10, 0)
    expect(traffic.monthBytes(7)).toBe(10)
    clock.setWallClock(november)
    clock.advance(1_000)
    // Counted while the sums are read.
    traffic.count(7, 1, 0)
    await expect.poll(() => traffic.monthBytes(7)).toBe(5_025)
    clock.setWallClock(Date.UTC(2026, 11, 3))
    clock.advance(1_000)
    await expect.poll(() => traffic.monthBytes(7)).toBe(10)
    await traffic.close()
  })

  it('[H1] what was stored without an answer is not counted twice', async () => {
    const { database, start, traffic, clock } = await site()
    await traffic.close()
    clock.advance(20_000)
    const cut = await site(cutAfterCommit(database), clock)
    cut.traffic.count(7, 100, 20)
    // Two rounds of saving: the first is stored and not answered, the second has more to store.
    clock.advance(31_000)
    cut.traffic.count(7, 1, 0)
    await cut.traffic.close()
    const again = await start()
    expect(again.monthBytes(7)).toBe(121)
    await again.close()
  })

  it('the days of some devices are read by device and day', async () => {
    const { clock, start, traffic } = await site()
    traffic.count(7, 1000, 24)
    traffic.count(8, 5, 6)
    traffic.count(9, 1, 1)
    clock.advance(11_000)
    traffic.count(7, 1, 2)
    await traffic.close()
    const again = await start()
    const day = Math.floor(START_MS / 86_400_000)
    const september = { deviceKey: 7, day, bytesIn: 1000, bytesOut: 24 }
    const october = { deviceKey: 7, day: day + 1, bytesIn: 1, bytesOut: 2 }
    const other = { deviceKey: 8, day, bytesIn: 5, bytesOut: 6 }
    expect(await again.days([8, 7], { first: day, last: day + 1 })).toEqual([september, october, other])
    expect(await again.days([7], { first: day + 1, last: day + 9 })).toEqual([october])
    await again.close()
  })

  it('what the disk refused is written with the next round', async () => {
    const { database, clock, registry } = await site()
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database.tables())
    const lines: string[] = []
    const log = createLog('error', { write: (line) => lines.push(line) })
    const deps = { clock, log, registry, utcOffsetS: () => 0 }
    const traffic = await createDeviceTraffic({ ...deps, database })
    await rename('device_traffic', 'elsewhere')
    traffic.count(3, 40, 2)
    clock.advance(31_000)
    await expect.poll(() => lines.length).toBe(1)
    await rename('elsewhere', 'device_traffic')
    await traffic.close()
    const again = await createDeviceTraffic({ ...deps, database })
    expect(again.monthBytes(3)).toBe(42)
    await again.close()
  })
})

/** The database on a connection that breaks once, after a transaction was committed and before that reports. */
function cutAfterCommit(database: Database): Database {
  let isWhole = true
  const cutting = (db: ReturnType<Database['tables']>) => ({
    execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
      const result = await db.transaction().execute(work)
      if (!isWhole) return result
      isWhole = false
      throw new Error('the connection was lost')
    },
  })
  const property = (target: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name, target)
    return typeof value === 'function' ? value.bind(target) : value
  }
  const tables = () => {
    const db = database.tables()
    return new Proxy(db, {
      get: (target, name) => (name === 'transaction' ? () => cutting(db) : property(target, name)),
    })
  }
  return new Proxy(database, { get: (target, name) => (name === 'tables' ? tables : property(target, name)) })
}
