// What a fence raises while devices drive: who enters, who leaves, and what outlives a restart.
import { emptyFence, shapesPath } from '@fleetglass/contract/fences'
import { placeFrom } from '@fleetglass/geo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DrivenDevice, eastOf, reportedOf, TOWN } from '../../../test/devices/driven-device.ts'
import { ADMIN_PASSWORD, until } from '../../../test/harness.ts'
import { DEVICES, depot, FenceSite } from './fences.fixtures.ts'

let site: FenceSite
beforeAll(async () => {
  site = await FenceSite.start()
})
afterAll(() => site.close())

describe('a fence that is watched', () => {
  const nowS = (): number => Math.floor(Date.now() / 1000)
  const received = (deviceId: string, sinceS?: number) =>
    reportedOf(site.server, deviceId, { password: ADMIN_PASSWORD, ...(sinceS !== undefined && { sinceS }) })

  it('[FENCE-28] each entry of an assigned device is event 51 where trigger_in is 1, each exit event 52 where trigger_out is 1, with the title', async () => {
    const device = DEVICES[2] as string
    const others = DEVICES[1] as string
    const watched = { ...depot, devices: [device] }
    await site.save(10, { ...watched, title: 'only in', trigger_out: 0 })
    await site.save(11, { ...watched, title: 'only out', trigger_in: 0 })
    await site.save(12, { ...watched, title: 'neither', trigger_in: 0, trigger_out: 0 })
    await site.save(13, { ...watched, title: 'off', enable: 0 })
    await site.save(18, { ...watched, title: 'of others', devices: [others] })
    const van = await DrivenDevice.connect(site.server, device)
    const s = nowS()
    const seen: string[][] = []
    for (const [at, east] of [900, 100, 900, 100].entries()) {
      await van.at(s + at * 20, eastOf(east))
      seen.push(await received(device))
    }
    const [into, out] = ['51 only in', '52 only out']
    expect(seen).toEqual([[], [into], [into, out], [into, out, into]])
    await van.close()
    for (const index of [10, 11, 12, 13, 18]) await site.save(index, emptyFence)
  })

  it('[FENCE-28] the first position of a device that was never seen, and the first after a save, say where it is and raise nothing', async () => {
    const [, , , , , , , , first, away] = DEVICES as string[]
    await site.save(10, { ...depot, devices: [first, away] })
    // Behind the second of the save below: nothing but the save itself makes the next position the first.
    const s = nowS()
    const inside = await DrivenDevice.connect(site.server, first as string)
    const outside = await DrivenDevice.connect(site.server, away as string)
    // Neither is an entry: one begins within the fence, one beside it.
    await inside.at(s + 40, eastOf(100))
    await outside.at(s + 40, eastOf(900))
    expect([await received(first as string), await received(away as string)]).toEqual([[], []])
    await site.save(10, { ...depot, devices: [first, away] })
    // Each crosses the border with the first position after the save.
    await inside.at(s + 60, eastOf(900))
    await outside.at(s + 60, eastOf(100))
    expect([await received(first as string), await received(away as string)]).toEqual([[], []])
    await inside.at(s + 80, eastOf(100))
    await outside.at(s + 80, eastOf(900))
    expect([await received(first as string), await received(away as string)]).toEqual([['51 depot'], ['52 depot']])
    await Promise.all([inside.close(), outside.close()])
    await site.save(10, emptyFence)
  })

  it('[FENCE-28] a fence that is crossed between two positions is entered and left, at the times between them', async () => {
    const device = DEVICES[3] as string
    await site.save(14, { ...depot, devices: [device] })
    const van = await DrivenDevice.connect(site.server, device)
    const s = nowS()
    await van.drive([s, eastOf(-1_000)], [s + 100, eastOf(1_000)])
    expect(await received(device, s)).toEqual(['51 depot @35', '52 depot @65'])
    // The same again, and one from before: each is acknowledged, and nothing happens.
    await van.drive([s + 100, eastOf(1_000)], [s + 50, eastOf(0)])
    expect(await received(device)).toHaveLength(2)
    await van.close()
    await site.save(14, emptyFence)
  })

  it('reports nothing about earlier days, and no path where a position has only jumped', async () => {
    const device = DEVICES[4] as string
    await site.save(15, { ...depot, devices: [device] })
    const van = await DrivenDevice.connect(site.server, device)
    const s = nowS()
    await van.drive(
      ...([
        [s - 86_400, eastOf(2_000)],
        [s - 86_300, eastOf(0)],
        [s, eastOf(-2_000)],
        [s - 80_000, eastOf(0)],
        // A jump to the other side: no way goes through the fence.
        [s + 10, eastOf(2_000)],
      ] as const),
    )
    expect(await received(device)).toEqual([])
    await van.close()
    await site.save(15, emptyFence)
  })

  it('can be a polygon or a line', async () => {
    const device = DEVICES[5] as string
    const corners = [45, 135, 225, 315].map((heading) => placeFrom(TOWN, heading, 400))
    const flags = { enable: 1, trigger_in: 1, trigger_out: 1, devices: [device] }
    await site.call('POST', shapesPath, { ...flags, kind: 'polygon', title: 'square', points: corners })
    const across = [placeFrom(eastOf(1_000), 0, 500), placeFrom(eastOf(1_000), 180, 500)]
    await site.call('POST', shapesPath, { ...flags, kind: 'line', title: 'dam', points: across, reach: 100 })
    const van = await DrivenDevice.connect(site.server, device)
    const s = nowS()
    await van.drive([s, eastOf(-500)], [s + 100, eastOf(1_500)])
    expect(await received(device, s)).toEqual(['51 square @11', '52 square @39', '51 dam @70', '52 dam @80'])
    await van.close()
  })

  it('a device that moves back and forth over the border is reported 30 times at once, then once in 4 s, and finally with its last state', async () => {
    const device = DEVICES[6] as string
    await site.save(16, { ...depot, devices: [device] })
    const van = await DrivenDevice.connect(site.server, device)
    const s = nowS()
    for (let n = 0; n <= 60; n++) van.say(s + n, eastOf(n % 2 === 0 ? 295 : 305))
    await van.at(s + 61, eastOf(320))
    const count = (await received(device)).length
    expect(count).toBeGreaterThanOrEqual(30)
    expect(count).toBeLessThanOrEqual(30 + 61 / 4 + 1)
    await van.at(s + 70, eastOf(320))
    expect((await received(device)).at(-1)).toBe('52 depot')
    await van.close()
  })

  it('survives a restart with the state of each device: nothing is reported twice and nothing is missed', async () => {
    const device = DEVICES[7] as string
    await site.save(17, { ...depot, devices: [device] })
    const s = nowS()
    const van = await DrivenDevice.connect(site.server, device)
    await van.at(s, eastOf(0))
    await van.close()
    await site.restart()
    expect(await site.fenceAt(17)).toEqual({ ...depot, devices: [device] })
    const again = await DrivenDevice.connect(site.server, device)
    await again.at(s, eastOf(0))
    await again.at(s + 60, eastOf(600))
    expect(await received(device, s)).toEqual(['52 depot @30'])
    await again.close()
  })

  it('what reached the disk and was not judged when the server ended is judged after the start, as it would have been', async () => {
    const device = DEVICES[7] as string
    const s = nowS() + 100
    const van = await DrivenDevice.connect(site.server, device)
    await van.at(s, eastOf(1_000))
    await van.drive([s + 30, eastOf(0)], [s + 60, eastOf(1_000)])
    const wanted = await received(device, s)
    expect(wanted.slice(-2)).toEqual(['51 depot @21', '52 depot @39'])
    await van.close()
    // The disk as it is when a kill comes between a group of positions and what they led to.
    await site.restart((file) => {
      const { key } = file.prepare('select key from devices where device_id = ?').get(device) as { key: number }
      file.prepare('delete from events where device_key = ? and time_s > ? and code in (51, 52)').run(key, s)
      file
        .prepare(`update rule_states set judged_s = ?, lng_e6 = ?, within = '[]' where device_key = ?`)
        .run(s, Math.round(eastOf(1_000).lng * 1e6), key)
    })
    await until('both are reported again', async () => (await received(device, s)).length === wanted.length)
    expect(await received(device, s)).toEqual(wanted)
  })
})
