import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import {
  eventFetchAgainPath,
  eventFootageName,
  eventFootagePath,
  eventQueryPath,
  storedEventsSchema,
} from '@fleetglass/contract/events'
import { expect, it, onTestFinished } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { BUS, eventsOf, hasFile, mediaOf, STOLEN, savePlan, startFetchSite } from './event-fetch.fixtures.ts'

const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }

async function start() {
  const site = await startFetchSite()
  onTestFinished(() => site.close())
  const { server } = site
  const call = async (method: string, path: string, body: object) =>
    JSON.parse((await callHttp(server, method, path, { body: { ...credentials, ...body } })).text) as unknown
  return {
    ...site,
    call,
    again: (serialno: number, kind = 'footage') => call('POST', eventFetchAgainPath, { serialno, kind }),
    limitFootage: (footagesize: string) => call('PUT', '/gkserver/event', { eventParams: { footagesize } }),
    event: async (serialno: number) => storedEventsSchema.parse(await call('POST', eventQueryPath, { serialno }))[0],
    linkStatus: async ({ id, time_s }: { readonly id: number; readonly time_s: number }) => {
      const query = new URLSearchParams({ u: ADMIN, p: credentials.password, s: String(id), c: '1' }).toString()
      return (await fetch(`${server.url}${eventFootagePath}/${eventFootageName(BUS, time_s, 1)}?${query}`)).status
    },
  }
}

it('[EVT-21] [EVT-23] [EVT-37] [SET-052] an event whose footage was removed for space says so at the next poll, and it can be fetched again', async () => {
  const site = await start()
  await savePlan(site.server)
  const alarm = await site.alarm()
  const [footage] = await site.over(alarm.id)
  const before = await site.event(alarm.id)
  expect(before).toMatchObject({ download: 1, completed: 1 })
  expect(await site.again(alarm.id)).toMatchObject(failedCall('event-media-not-failed'))
  truncateSync(join(site.server.data, footage?.path ?? ''), 3_000_000)
  await site.limitFootage('1M')
  await until('the file was removed', async () => (await site.event(alarm.id))?.download === 0)
  expect(hasFile(site.server, footage!)).toBe(false)
  expect(await site.linkStatus(alarm)).toBe(404)
  const polled = storedEventsSchema.parse(
    await site.call('POST', eventQueryPath, { afterUpdatetime: before?.updatetime, appdevids: [STOLEN.code] }),
  )
  expect(polled).toMatchObject([
    { serialno: alarm.id, download: 0, media: [{ state: 'failed', reason: failedCall('event-media-removed').code }] },
  ])
  await site.limitFootage('')
  expect(await site.again(alarm.id)).toEqual({ hasError: false })
  expect((await site.over(alarm.id)).map(({ state }) => state)).toEqual(['done'])
  expect(await site.event(alarm.id)).toMatchObject({ download: 1, completed: 1 })
  expect(await site.linkStatus(alarm)).toBe(200)
}, 120_000)

it('what no plan wants any more, what does not exist, and what is being fetched already is not fetched again', async () => {
  const site = await start()
  await savePlan(site.server, { downloadplan: 0b1100 })
  const { id } = await site.alarm()
  expect((await site.over(id, 2)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  // The device has neither channel.
  expect(await site.again(id)).toMatchObject(failedCall('event-media-not-planned'))
  expect(await site.again(id, 'snapshot')).toMatchObject(failedCall('event-media-not-failed'))
  expect(await site.again(999)).toMatchObject(failedCall('unknown-event'))
  expect(mediaOf(site.server, id).map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(eventsOf(site.server, STOLEN.code)).toHaveLength(1)
}, 120_000)
