import { expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock/index.ts'
import { openDatabase } from '../../src/platform/database/index.ts'
import { onBothDatabases } from '../../test/databases/both-databases.ts'
import { migrations } from '../index.ts'

/** The begin of a quarter of an hour. */
const BEGIN_S = 1_790_000_100
const SLOT = BEGIN_S / 900
/** `motion` of a stored point: 0.1 km/h in its highest bits, the ignition in its lowest. */
const motionOf = (kmh: number, isIgnitionOn: boolean): number => kmh * 10 * 2 ** 35 + Number(isIgnitionOn)

type Row = Record<string, unknown>

onBothDatabases('the steps to idling and to recorded minutes', (databases) => {
  const onFailure = (error: Error): void => {
    throw error
  }

  it('count what was stored before them', async () => {
    const location = await databases.location()
    const first = migrations.findIndex(({ name }) => name === '0063-tracks-idle')
    const before = migrations.slice(0, first)
    const old = await openDatabase({ location, migrations: before, clock: systemClock, onFailure })
    const db = old.tables<Record<'track_points' | 'track_sums' | 'recordings', Row>>()
    const point = (minute: number, motion: number) => ({
      device_key: 1,
      time_s: BEGIN_S + minute * 60,
      lat_e6: 1,
      lng_e6: 1,
      motion,
      state: 0,
      alarm_bits: 0,
    })
    await db
      .insertInto('track_points')
      .values([
        // Five minutes of idling, one of driving, one of parking, and a silence.
        point(0, motionOf(0, true)),
        point(5, motionOf(5.1, true)),
        point(6, motionOf(0, false)),
        point(7, motionOf(5, true)),
        // The minute that ends in the next quarter belongs to it.
        point(14, motionOf(0, true)),
        point(15, motionOf(0, true)),
        point(26, motionOf(0, true)),
      ])
      .execute()
    const sum = (slot: number) => ({
      ...Object.fromEntries(['points', 'first_s', 'last_s', 'distance_mm', 'max_speed_dkmh'].map((name) => [name, 0])),
      ...Object.fromEntries(['driving_s', 'standing_s', 'stops', 'stopped_s'].map((name) => [name, 0])),
      overspeeds: 0,
      stands_s: 0,
      device_key: 1,
      slot,
    })
    await db
      .insertInto('track_sums')
      .values([sum(SLOT), sum(SLOT + 1)])
      .execute()
    const file = (channel: number, startS: number, seconds: number) => ({
      device_key: 7,
      start_ms: startS * 1000,
      end_ms: (startS + seconds) * 1000,
      channel,
      bytes: 1,
      first_key_frame_offset: 0,
      path: `7/${startS}/${channel}.mp4`,
      slot: '',
    })
    await db
      .insertInto('recordings')
      .values([file(1, BEGIN_S, 60), file(2, BEGIN_S + 30, 60), file(1, BEGIN_S + 14 * 60, 120)])
      .execute()
    await old.close()

    const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    const now = database.tables<{
      track_sums: { slot: number; idle_s: number }
      recording_minutes: { device_key: number; slot: number; minutes: number }
    }>()
    const sums = await now.selectFrom('track_sums').select(['slot', 'idle_s']).orderBy('slot').execute()
    expect(sums).toEqual([
      { slot: SLOT, idle_s: 5 * 60 + 7 * 60 },
      { slot: SLOT + 1, idle_s: 60 },
    ])
    expect(await now.selectFrom('recording_minutes').selectAll().orderBy('slot').execute()).toEqual([
      { device_key: 7, slot: SLOT, minutes: 0b11 + 2 ** 14 },
      { device_key: 7, slot: SLOT + 1, minutes: 1 },
    ])
    await database.close()
  })
})
