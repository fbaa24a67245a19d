import { createManualClock, until } from '@fleetglass/testkit'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { eastOf, TOWN } from '../../../test/devices/driven-device.ts'
import type { RulesAlone } from '../../../test/rules/rules-alone.ts'
import {
  ACC_OFF,
  ACC_ON,
  createRulesSites,
  GROUP_MS,
  receive,
  report,
  statesOf,
  VAN,
} from '../../../test/rules/rules-site.ts'
import { createPositionLog } from '../position-log/index.ts'

const sites = createRulesSites()
const site = () => sites.open()
afterEach(() => sites.closeAll())
afterAll(() => sites.remove())

describe('what is known of devices', () => {
  it('is written when the server ends, also while a first position waits, and continued after the next start', async () => {
    const { alone, clock, start, stop, received, nowS, data } = await site()
    await report(clock, alone, nowS, eastOf(-100))
    expect(receive(alone, nowS + 10, TOWN)).toBe(null)
    const waits = receive(alone, nowS + 11, eastOf(900), {}, 8)
    const closing = alone.evaluation.close()
    expect(alone.evaluation.close()).toBe(closing)
    await closing
    await waits
    await stop(alone)
    expect(await statesOf({ data })).toEqual([
      [VAN, nowS + 10],
      [8, nowS + 11],
    ])
    const again = await start()
    await report(clock, again, nowS + 100, eastOf(500))
    expect(received).toMatchObject([{ code: 52, name: 'depot' }])
  })

  it('is written within the minute after it was last written, and not before', async () => {
    const { alone, clock, nowS, data } = await site()
    await report(clock, alone, nowS, eastOf(900))
    expect(await statesOf({ data })).toEqual([[VAN, nowS]])
    expect(receive(alone, nowS + 10, eastOf(910))).toBe(null)
    clock.advance(54_000)
    await alone.database.ping()
    expect(await statesOf({ data })).toEqual([[VAN, nowS]])
    clock.advance(11_000)
    await until('it is written', async () => (await statesOf({ data }))[0]?.[1] === nowS + 10)
    // Nothing changed since.
    await changeDatabase({ data }, (file) => file.prepare('delete from rule_states').run())
    clock.advance(120_000)
    await alone.database.ping()
    expect(await statesOf({ data })).toEqual([])
  })

  it('is written later when the disk refused it, which is reported', async () => {
    const { alone, clock, nowS, data, failed } = await site()
    await report(clock, alone, nowS, eastOf(900))
    expect(receive(alone, nowS + 10, eastOf(910))).toBe(null)
    await changeDatabase({ data }, (file) => file.exec('alter table rule_states rename to elsewhere'))
    clock.advance(65_000)
    await until('it failed', () => failed.length > 0)
    await changeDatabase({ data }, (file) => file.exec('alter table elsewhere rename to rule_states'))
    clock.advance(5_000)
    await until('it is written', async () => (await statesOf({ data }))[0]?.[1] === nowS + 10)
    expect(failed.map(({ message }) => message)).toEqual([expect.stringContaining('rule_states')])
  })

  it('is forgotten with the device: when it is removed, and when it is gone at a start', async () => {
    const { alone, clock, start, stop, nowS, data, received } = await site()
    await report(clock, alone, nowS, TOWN)
    await report(clock, alone, nowS, TOWN, {}, 8)
    alone.removeDevice(VAN)
    await until('it is forgotten', async () => (await statesOf({ data })).length === 1)
    expect(await statesOf({ data })).toEqual([[8, nowS]])
    // As a device that was never there: nothing is known of where it was.
    await report(clock, alone, nowS + 10, eastOf(900))
    expect(received).toEqual([])
    await stop(alone)
    await start({ unregistered: [8] })
    expect(await statesOf({ data })).toEqual([[VAN, nowS + 10]])
  })

  it('that cannot be forgotten is reported', async () => {
    const { alone, clock, nowS, data, failed } = await site()
    await report(clock, alone, nowS, TOWN)
    await changeDatabase({ data }, (file) => file.exec('alter table rule_states rename to elsewhere'))
    alone.removeDevice(VAN)
    await until('it failed', () => failed.length > 0)
    await changeDatabase({ data }, (file) => file.exec('alter table elsewhere rename to rule_states'))
  })
})

describe('positions that were stored and not evaluated when the server ended', () => {
  /** Points of `VAN` on the disk, each so many seconds after `nowS`. */
  async function store({ alone, nowS }: { alone: RulesAlone; nowS: number }, points: Record<number, object>) {
    const log = createPositionLog({ clock: createManualClock(), database: alone.database, failed: () => undefined })
    for (const [afterS, over] of Object.entries(points)) {
      const { lat, lng } = eastOf(-900)
      const place = { latE6: Math.round(lat * 1e6), lngE6: Math.round(lng * 1e6) }
      const numbers = { speedDkmh: 400, headingDeg: 0, altitudeM: 0, satellites: 8, signal: 20, odometerM: 0 }
      const point = { deviceKey: VAN, timeS: nowS + Number(afterS), ...place, ...numbers, alarmBits: 0 }
      log.append({ ...point, statusBits: ACC_ON, ...over }, { committed: () => undefined }, 0)
    }
    await log.close()
  }
  const at = (east: number) => ({
    latE6: Math.round(eastOf(east).lat * 1e6),
    lngE6: Math.round(eastOf(east).lng * 1e6),
  })

  it('are evaluated at the next start, in their order, and that is logged', async () => {
    const { alone, clock, start, stop, received, logged, nowS } = await site()
    await report(clock, alone, nowS, eastOf(-900))
    await stop(alone)
    const visit = await start({ unregistered: [VAN] })
    await stop(visit)
    expect(received).toEqual([])
    const between = await start()
    await report(clock, between, nowS, eastOf(-900))
    await store(
      { alone: between, nowS },
      {
        10: at(-700),
        60: at(0),
        70: { ...at(0), speedDkmh: 1_200 },
        80: { ...at(0), speedDkmh: 400 },
        90: { ...at(0), alarmBits: 0b10 },
        100: at(0),
        110: { ...at(0), speedDkmh: 0 },
        700: { ...at(0), speedDkmh: 0, statusBits: ACC_OFF },
        710: at(0),
      },
    )
    // As a kill leaves it: nothing more is written.
    const again = await start()
    clock.advance(GROUP_MS)
    await until('they are reported', () => received.length === 5)
    expect(received.map(({ code, change, timeS }) => `${change} ${code} @${timeS - nowS}`)).toEqual([
      ...[expect.stringMatching(/^new 51 @(3\d|4\d)$/), 'new 15 @70', 'cover 15 @80', 'new 15 @90', 'cover 15 @100'],
    ])
    expect(received.every(({ late }) => !late)).toBe(true)
    expect(logged.filter((line) => line.includes('had not evaluated'))).toEqual([
      expect.stringContaining('"transitions":5'),
    ])
    // Evaluated once: the next start finds nothing.
    await stop(again)
    await stop(await start())
    expect(received).toHaveLength(5)
  })

  it('are not those from more than an hour before the server ended', async () => {
    const { alone, clock, start, stop, received, nowS } = await site()
    clock.setWallClock((nowS + 7_200) * 1000)
    await report(clock, alone, nowS + 3_700, eastOf(-900))
    clock.setWallClock((nowS + 9_000) * 1000)
    await report(clock, alone, nowS + 9_000, eastOf(-900), {}, 8)
    await store({ alone, nowS }, { 5000: at(0), 5400: at(0) })
    await stop(await start())
    expect(received.map(({ code, timeS }) => `${code} @${timeS - nowS}`)).toEqual(['51 @5400'])
  })
})
