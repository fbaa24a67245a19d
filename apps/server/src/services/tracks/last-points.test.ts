import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createPositionLog } from '../../ingest/position-log/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { TrackPoint } from '../../ports/position-log/track-point.types.ts'
import { createRegistry } from '../directory/index.ts'
import { createLastPoints, lastPointsQuery } from './last-points.store.ts'
import { NO_CLOCK } from './point-format.ts'

onBothDatabases('the last points', (databases, kind) => {
  it('are the newest of each registered device by its own time; none without a clock, none of a removed device', async () => {
    const database = await databases.open()
    const registry = await createRegistry({ database, clock: systemClock, maxDevices: 10 })
    const keys = new Map<string, number>()
    for (const deviceId of ['van', 'bus', 'gone', 'silent']) {
      const added = await registry.add({ deviceId, channels: 1, recording: false, groups: [registry.groups.rootId] })
      if (added.kind === 'added') keys.set(deviceId, added.device.key)
    }
    const of = (deviceId: string, timeS: number, statusBits = 3) => point(keys.get(deviceId) ?? 0, timeS, statusBits)
    const log = createPositionLog({
      clock: systemClock,
      database,
      failed: (error) => expect.unreachable(error.message),
    })
    const points = [of('van', 300), of('van', 100), of('bus', 7), of('bus', 9, 3 | NO_CLOCK), of('gone', 5)]
    for (const point of points) log.append(point, { committed: () => undefined }, 0)
    await log.close()
    await registry.remove('gone')
    const last = await createLastPoints(database).load()
    expect(last.sort((a, b) => a.timeS - b.timeS)).toEqual([of('bus', 7), of('van', 300)])
  })

  it.runIf(kind === 'sqlite')(
    'are found by steps in the key: no way through all points, of which there may be millions',
    async () => {
      const database = await databases.open()
      const { sql: text } = lastPointsQuery(database).compile()
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text.replaceAll('?', '1'))}`.execute(
        database.tables(),
      )
      const steps = rows.map(({ detail }) => detail)
      expect(steps.filter((step) => /^SCAN (last|point|track_points)\b/.test(step))).toEqual([])
      expect(steps.filter((step) => /^SEARCH (last|point) USING PRIMARY KEY/.test(step))).toHaveLength(2)
    },
  )

  it('of 10 000 devices are all found, each the newest of five', async () => {
    const database = await databases.open()
    const ids = Array.from({ length: 10_000 }, (_, n) => n)
    const texts = ['driver', 'memo', 'plate', 'external_id', 'map_location'].map((name) => [name, ''])
    const settings = {
      ...(Object.fromEntries(texts) as Record<string, string>),
      retention_days: 0,
      utc_offset_minutes: 480,
      icon: 0,
      talk_channel: 1,
    }
    const db = database.tables<{ devices: { device_id: string; key: number } }>()
    for (let from = 0; from < ids.length; from += 1_000) {
      const rows = ids.slice(from, from + 1_000).map((n) => ({ ...settings, device_id: `d${n}` }))
      await db
        .insertInto('devices')
        .values(rows as never)
        .execute()
    }
    const keys = await db.selectFrom('devices').select('key').execute()
    const log = createPositionLog({
      clock: systemClock,
      database,
      failed: (error) => expect.unreachable(error.message),
    })
    for (const { key } of keys) {
      for (let n = 0; n < 5; n++) log.append(point(key, 1_790_000_000 + n * 10), { committed: () => undefined }, 0)
    }
    await log.close()
    const last = await createLastPoints(database).load()
    expect(last).toHaveLength(10_000)
    expect(last.every(({ timeS }) => timeS === 1_790_000_040)).toBe(true)
  })
})

function point(deviceKey: number, timeS: number, statusBits = 3): TrackPoint {
  return {
    deviceKey,
    timeS,
    latE6: 1_000_001,
    lngE6: 179_999_999,
    speedDkmh: 10,
    headingDeg: 359,
    altitudeM: -5,
    satellites: 8,
    signal: 20,
    alarmBits: 0,
    statusBits: statusBits >>> 0,
    odometerM: 4_000_000,
  }
}
