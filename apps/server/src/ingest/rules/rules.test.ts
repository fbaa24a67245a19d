import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '@fleetglass/geo'
import { afterAll, describe, expect, it } from 'vitest'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { positionMessage } from '../../../test/devices/device-client.ts'
import { eastOf, TOWN } from '../../../test/devices/driven-device.ts'
import { type RulesAlone, startRulesAlone } from '../../../test/rules/rules-alone.ts'
import { systemClock } from '../../platform/clock/index.ts'

const VAN = 7
const folder = mkdtempSync(join(tmpdir(), 'fleetglass-judged-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Rules on a file, and a second hand on it. */
async function site(name: string, clock = systemClock) {
  const data = join(folder, name)
  mkdirSync(data)
  const location = join(data, 'fleetglass.sqlite')
  const received: string[] = []
  const start = () => startRulesAlone(location, ({ code, name: title }) => received.push(`${code} ${title}`), { clock })
  const alone = await start()
  await alone.rules.save({
    family: 'fence',
    slot: 0,
    title: 'depot',
    enabled: true,
    raisesOnEnter: true,
    raisesOnLeave: true,
    deviceKeys: [VAN],
    figure: { kind: 'circle', ...TOWN, radiusM: 300 },
  })
  return { alone, start, received, data }
}

/** As the gateway does it: the point is written, then judged. */
async function say(alone: RulesAlone, data: string, timeS: number, { lat, lng }: Place) {
  const [latE6, lngE6] = [Math.round(lat * 1e6), Math.round(lng * 1e6)]
  await changeDatabase({ data }, (file) =>
    file.prepare('insert or ignore into track_points values (?, ?, ?, ?, 0, 0, 0)').run(VAN, timeS, latE6, lngE6),
  )
  const { body } = positionMessage(timeS)
  return alone.position(alone.device(VAN), body, { timeS, place: { latE6, lngE6, speedKmh: 40 }, isStored: false })
}

describe('positions', () => {
  it('that come two hours late report nothing, neither when they come nor at a start after a kill', async () => {
    let aheadMs = 0
    const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs }
    const { alone, start, received, data } = await site('late', clock)
    const s = Math.floor(Date.now() / 1000) + 1
    await say(alone, data, s, eastOf(-800))
    aheadMs = 7_200_000
    await Promise.all([-800, -400, 0].map(async (east, n) => say(alone, data, s + 300 + n * 10, eastOf(east))))
    await say(alone, data, s + 330, eastOf(0))
    // What a kill leaves is what is on disk now.
    const again = await start()
    await again.close()
    expect(received).toEqual([])
    // The present state is reported, once a position arrives in time.
    await say(alone, data, s + 7_200, eastOf(900))
    await say(alone, data, s + 7_210, eastOf(0))
    await alone.close()
    expect(received).toEqual(['51 depot'])
  })

  it('are not acknowledged before the first state of their device is on disk, however often they come', async () => {
    const { alone, data } = await site('first')
    await changeDatabase({ data }, (file) => file.exec('alter table rule_states rename to elsewhere'))
    const s = Math.floor(Date.now() / 1000) + 1
    for (let n = 0; n < 2; n++) await expect(say(alone, data, s, TOWN)).rejects.toThrow('rule_states')
    await changeDatabase({ data }, (file) => file.exec('alter table elsewhere rename to rule_states'))
    await say(alone, data, s, TOWN)
    const states = await changeDatabase({ data }, (file) =>
      file.prepare('select device_key, judged_s from rule_states').all(),
    )
    expect(states).toEqual([{ device_key: VAN, judged_s: s }])
    await alone.close()
  })
})
