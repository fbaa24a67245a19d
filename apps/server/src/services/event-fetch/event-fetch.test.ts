import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventFootageName, eventFootagePath, eventQueryPath, storedEventsSchema } from '@fleetglass/contract/events'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { EventClient } from '../../../test/event-client.ts'
import { errorCode } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import {
  BUS,
  eventsOf,
  type FetchSite,
  hasFile,
  IGNITION,
  type MediaRow,
  mediaOf,
  STOLEN,
  savePlan,
  startFetchSite,
} from './event-fetch.fixtures.ts'

describe('media of an event', () => {
  const opened: FetchSite[] = []
  afterEach(async () => {
    for (const site of opened.splice(0)) await site.close()
  })
  const start = async (...options: Parameters<typeof startFetchSite>): Promise<FetchSite> => {
    const site = await startFetchSite(...options)
    opened.push(site)
    return site
  }

  it('[PLAN-42] [PLAN-45] [EVT-23] footage with sound and pictures of the channels of the plan are fetched, and the event says which are there', async () => {
    const site = await start()
    await savePlan(site.server, { downloadplan: 3, streamtype: 1, mediatype: 6 })
    const { id, time_s } = await site.alarm()
    const media = await site.over(id)
    expect(media.map(({ kind, channel, state, reason }) => ({ kind, channel, state, reason }))).toEqual([
      { kind: 'footage', channel: 1, state: 'done', reason: '' },
      { kind: 'footage', channel: 2, state: 'done', reason: '' },
      { kind: 'snapshot', channel: 1, state: 'done', reason: '' },
      { kind: 'snapshot', channel: 2, state: 'done', reason: '' },
    ])
    expect(eventsOf(site.server, STOLEN.code)).toMatchObject([{ id, footage_mask: 0b11, snapshot_mask: 0b11 }])
    for (const one of media) expect(hasFile(site.server, one), one.path ?? '').toBe(true)
    const [footage, , picture] = media as [MediaRow, MediaRow, MediaRow]
    expect(footage.start_s).toBeLessThanOrEqual(time_s - 5)
    expect(footage.start_s).toBeGreaterThan(time_s - 15)
    expect(footage.end_s).toBeGreaterThanOrEqual(time_s + 4)
    expect(footage.end_s).toBeLessThanOrEqual(time_s + 6)
    const mp4 = readFileSync(join(site.server.data, footage.path ?? ''))
    expect(mp4.length).toBe(footage.bytes)
    expect(mp4.subarray(4, 8).toString()).toBe('ftyp')
    expect(mp4.includes('soun')).toBe(true)
    const query = new URLSearchParams({ u: ADMIN, p: sha256(ADMIN_PASSWORD), s: String(id), c: '1' }).toString()
    const link = `${site.server.url}${eventFootagePath}/${eventFootageName(BUS, time_s, 1)}?${query}`
    const delivered = await fetch(link)
    expect([delivered.status, mp4.equals(new Uint8Array(await delivered.arrayBuffer()))]).toEqual([200, true])
    expect([...readFileSync(join(site.server.data, picture.path ?? '')).subarray(0, 2)]).toEqual([0xff, 0xd8])
  }, 120_000)

  it('[PLAN-45] [PLAN-46] the sub stream without sound is fetched where the plan wants neither, and no picture is taken', async () => {
    const site = await start()
    await savePlan(site.server, { streamtype: 0 })
    const { id } = await site.alarm()
    const media = await site.over(id)
    expect(media).toMatchObject([{ kind: 'footage', channel: 1, state: 'done', tries: 1 }])
    const mp4 = readFileSync(join(site.server.data, media[0]?.path ?? ''))
    expect(mp4.includes('soun')).toBe(false)
    expect(eventsOf(site.server, STOLEN.code)).toMatchObject([
      { id, footage_mask: 1, snapshot_mask: 0, completed: 1, tries: 1 },
    ])
  }, 120_000)

  it('[PLAN-43] [PLAN-47] [PLAN-50] nothing is fetched with type 2, outside the time part, within the least interval, and without a plan', async () => {
    const site = await start()
    const { server } = site
    await savePlan(server, { downloadtype: 2 })
    await site.planned(await site.alarm())
    const minute = Math.floor(site.clock.nowMs() / 60_000) % 1440
    const elsewhere = (minute + 700) % 1430
    await savePlan(server, { entimepart: 1, timepart: `${elsewhere}:${elsewhere + 5}` })
    await site.passes(35)
    await site.planned(await site.alarm())
    await savePlan(server, { intermission: 3600 })
    await site.passes(35)
    const fetched = await site.alarm()
    await site.passes(35)
    await site.alarm()
    await site.alarm(IGNITION)
    await site.over(fetched.id)
    await site.passes(10)
    const events = eventsOf(server, STOLEN.code)
    expect(events.map(({ id }) => [id, mediaOf(server, id).length])).toEqual([
      [events[0]?.id, 0],
      [events[1]?.id, 0],
      [fetched.id, 1],
      [events[3]?.id, 0],
    ])
    expect(events.map(({ hidden }) => hidden)).toEqual([0, 0, 0, 0])
    expect(mediaOf(server, eventsOf(server, IGNITION.code)[0]?.id ?? 0)).toEqual([])
  }, 120_000)

  it('[PLAN-54] a fetch of a device that is offline waits with that reason, and is done when the device is back', async () => {
    const site = await start()
    await savePlan(site.server, { postoffset: 20 })
    const { id } = await site.alarm()
    site.device.setFault('cutLink', true)
    await site.passes(40)
    expect(mediaOf(site.server, id)).toMatchObject([{ state: 'waiting' }])
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), serialno: id }
    const listed = await callHttp(site.server, 'POST', eventQueryPath, { body })
    const message = expect.stringContaining('device is offline')
    expect(listed.body).toMatchObject([{ media: [{ state: 'waiting', reason: errorCode('device-offline'), message }] }])
    site.device.setFault('cutLink', false)
    expect(await site.over(id)).toMatchObject([{ state: 'done', reason: '' }])
  }, 120_000)

  it('[PLAN-44] with type 0 the event is stored, neither published nor listed, and nothing is fetched', async () => {
    const site = await start()
    const listener = await EventClient.login(site.server.ports.http)
    await savePlan(site.server, { downloadtype: 0 })
    const { id, hidden } = await site.alarm()
    const other = await site.alarm(IGNITION)
    expect(await listener.next(IGNITION.code, 'new', BUS)).toMatchObject({ deviceid: BUS })
    expect(listener.events.filter(({ eventid }) => eventid === STOLEN.code)).toEqual([])
    listener.close()
    await site.passes(20)
    expect([hidden, other.hidden, mediaOf(site.server, id)]).toEqual([1, 0, []])
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid: BUS, limit: 100 }
    const listed = storedEventsSchema.parse((await callHttp(site.server, 'POST', eventQueryPath, { body })).body)
    const codes = new Set(listed.map(({ appdevid }) => appdevid))
    expect([codes.has(IGNITION.code), codes.has(STOLEN.code)]).toEqual([true, false])
  }, 120_000)

  it('[PLAN-42] the channels that the device has are fetched; where it has none of those in the plan, each fails with that reason', async () => {
    const site = await start()
    await savePlan(site.server, { downloadplan: 0b1001, mediatype: 5 })
    await savePlan(site.server, { appdevid: IGNITION.code, downloadplan: 0b1100 })
    const { id } = await site.alarm()
    expect((await site.over(id)).map(standing)).toEqual(['footage 1 done ', 'snapshot 1 done '])
    const other = await site.alarm(IGNITION)
    expect((await site.over(other.id, 2)).map(standing)).toEqual([
      `footage 3 failed ${errorCode('event-channel-absent')}`,
      `footage 4 failed ${errorCode('event-channel-absent')}`,
    ])
  }, 120_000)
})

const standing = ({ kind, channel, state, reason }: MediaRow): string => `${kind} ${channel} ${state} ${reason}`
