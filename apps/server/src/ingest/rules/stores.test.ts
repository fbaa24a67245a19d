import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { RuleDraft } from '../../services/areas/areas.types.ts'
import { createRuleStore } from '../../services/areas/rule.store.ts'
import { createPositionLog } from '../position-log/index.ts'
import { createStateStore, type StateRow } from './state.store.ts'

const fence: RuleDraft = {
  family: 'fence',
  slot: 3,
  title: 'depot',
  enabled: true,
  raisesOnEnter: true,
  raisesOnLeave: false,
  deviceKeys: [7, 9],
  figure: { kind: 'circle', lat: 24.5, lng: -120.25, radiusM: 300 },
}
const route: RuleDraft = {
  family: 'route',
  slot: 3,
  title: 'line 5',
  enabled: false,
  raisesOnEnter: true,
  raisesOnLeave: true,
  deviceKeys: [],
  figure: {
    kind: 'cells',
    markers: [{ lat: 24, lng: 120 }],
    bytes: Uint8Array.of(0, 1, 254, 255),
    grid: { lat: 24, lng: 120, width: 16, height: 2, accuracy: 5 },
  },
}

const state = (device_key: number, turn: number, judged_s: number): StateRow => ({
  device_key,
  turn,
  judged_s,
  lat_e6: -24_000_001,
  lng_e6: 179_999_999,
  newest_rule: 4,
  within: '[1,4]',
  too_fast: 1,
  standing_since_s: 1_790_000_000,
  idle: 2,
})

onBothDatabases('what the rules keep', (databases) => {
  it('rules come back as they were saved; a save takes the place of what is in the slot, under a higher id', async () => {
    const store = createRuleStore(await databases.open())
    const first = await store.save(fence, 100)
    const [second, third] = [await store.save(route, 200), await store.save({ ...fence, title: 'yard' }, 300)]
    expect([first, third]).toMatchObject([
      { ...fence, savedS: 100 },
      { title: 'yard', savedS: 300 },
    ])
    expect(third.id).toBeGreaterThan(second.id)
    expect((await store.all()).sort((a, b) => a.id - b.id)).toEqual([second, third])
    await store.remove('fence', 3)
    expect(await store.all()).toEqual([second])
  })

  it('states come back as they were; an older one does not take the place of a newer one', async () => {
    const store = createStateStore(await databases.open())
    await store.save([state(1, 5, 1_000), state(2, 1, 2_000)])
    await store.save([state(1, 4, 900), state(2, 2, 2_100)])
    const byKey = async () => (await store.all()).sort((a, b) => a.device_key - b.device_key)
    expect(await byKey()).toEqual([state(1, 5, 1_000), state(2, 2, 2_100)])
    await store.forget(1)
    expect(await byKey()).toEqual([state(2, 2, 2_100)])
  })

  it('points behind the state of their device, and not before a time, are the ones that were not judged', async () => {
    const database = await databases.open()
    const store = createStateStore(database)
    await store.save([state(1, 1, 1_000), state(2, 1, 500)])
    const log = createPositionLog({ clock: systemClock, database, failed: () => undefined })
    const waiter = { committed: () => undefined }
    for (const deviceKey of [1, 2, 3])
      for (const timeS of [600, 1_000, 1_010, 1_020]) log.append(point(deviceKey, timeS), waiter, 0)
    await log.close()
    const found: string[] = []
    for await (const points of store.unevaluated(700)) {
      found.push(...points.map(({ deviceKey, timeS }) => `${deviceKey} ${timeS}`))
    }
    expect(found).toEqual(['1 1010', '1 1020', '2 1000', '2 1010', '2 1020'])
  })
})

function point(deviceKey: number, timeS: number) {
  return {
    deviceKey,
    timeS,
    latE6: 24_000_000,
    lngE6: 120_000_000,
    speedDkmh: 0,
    headingDeg: 0,
    altitudeM: 0,
    satellites: 8,
    signal: 20,
    alarmBits: 0,
    statusBits: 3,
    odometerM: 0,
  }
}
