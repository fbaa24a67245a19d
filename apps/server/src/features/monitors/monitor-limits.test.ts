// What monitors set, and that it limits the tasks of recorders that really connect.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customEventPath } from '@fleetglass/contract/footage'
import {
  MONITOR_PATH,
  type MonitorRow,
  monitorLimitCodes,
  monitorLists,
  monitorRows,
} from '@fleetglass/contract/monitors'
import { afterEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { RecordedDevice, recording } from '../../../test/devices/recorded-device.ts'
import { failedCall, failedMessage } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import type { Clock } from '../../platform/clock/index.ts'

const BUSES = ['13912345671', '13912345672', '13912345673', '13912345674'] as const
const [BUS] = BUSES
const LENGTH_S = 20
/** A day ago, on a second. */
const T = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function linkTo(server: TestServer): Promise<ChannelClient> {
  const link = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
  await link.request('DB1', { U: ADMIN, P: sha256(ADMIN_PASSWORD) })
  opened.push(() => link.close())
  return link
}

describe('the limits of a monitor', () => {
  it('[DEBUG-21] [DEBUG-22] [DEBUG-23] [DEBUG-24] are 20 or 50 tasks at once, 65536 bytes per second and 10000 that wait', async () => {
    const server = await startTestServer()
    opened.push(() => server.close())
    const link = await linkTo(server)
    const limits = async (code: string) => {
      const { N, L, W } = (await link.request(code)).fields
      return [N, L, W]
    }
    expect(await limits(monitorLimitCodes.cover)).toEqual(['20', '65536', '10000'])
    expect(await limits(monitorLimitCodes.uploads)).toEqual(['20', '65536', '10000'])
    expect(await limits(monitorLimitCodes.heartbeats)).toEqual(['50', '65536', '10000'])
  })

  it('[DEBUG-25] [API2-186] are set over the debug socket, field by field, and outlive the server', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-limits-'))
    opened.push(async () => rmSync(data, { recursive: true, force: true }))
    const first = await startTestServer({ data })
    const link = await linkTo(first)
    const other = await linkTo(first)
    expect((await link.request('DB3', { N: '3', L: '8192', W: '7' })).fields).toMatchObject({
      N: '3',
      L: '8192',
      W: '7',
    })
    expect((await link.request('DB6', { N: '5' })).fields).toMatchObject({ R: '1', N: '5', L: '65536', W: '10000' })
    expect((await link.request('DB8', { L: '0' })).fields).toMatchObject({ R: '1', N: '50', L: '0', W: '10000' })
    expect((await other.request('DB3')).fields).toMatchObject({ N: '3', L: '8192', W: '7' })
    for (const close of opened.splice(1).reverse()) await close()
    await first.close()
    const again = await startTestServer({ data })
    opened.push(() => again.close())
    const later = await linkTo(again)
    expect((await later.request('DB3')).fields).toMatchObject({ N: '3', L: '8192', W: '7' })
    expect((await later.request('DB6')).fields).toMatchObject({ N: '5' })
    expect((await later.request('DB8')).fields).toMatchObject({ L: '0' })
  })

  it('[DEBUG-28] are refused where they are no limits, and to everybody but the top administrator', async () => {
    const server = await startTestServer()
    opened.push(() => server.close())
    const link = await linkTo(server)
    for (const wrong of [{ N: '0' }, { N: '-1' }, { N: 'many' }, { N: '' }, { L: '1' }, { L: '1e9' }, { W: '0' }]) {
      const { fields } = await link.request('DB3', { W: '9', ...wrong })
      expect([wrong, fields.R]).toEqual([wrong, '0'])
    }
    expect((await link.request('DB3')).fields).toMatchObject({ N: '20', L: '65536', W: '10000' })
    await addUsers(server, { name: 'second', permission: 1 })
    const second = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
    opened.push(() => second.close())
    await second.request('DB1', { U: 'second', P: sha256(ADMIN_PASSWORD) })
    for (const code of Object.values(monitorLimitCodes)) {
      expect((await second.request(code, { N: '1' })).fields).toMatchObject(failedMessage('permission-denied'))
    }
  })
})

describe('fetching from recorders', () => {
  /** Recorders that have all channels of the time; `endsByItself` false: a playback is never over. */
  async function start(buses: readonly string[], endsByItself: boolean) {
    const clock = fastClock(10, Date.now())
    const server = await startTestServer({ clock })
    opened.push(() => server.close())
    const link = await linkTo(server)
    for (const id of BUSES) await link.request('D01', { A: id, C: '2', F: '0' })
    const devices = await Promise.all(buses.map((id) => connect(server, clock, id, endsByItself)))
    const rows = async () => {
      const { text } = await link.request(monitorLists.cover)
      return monitorRows.cover.array().parse(JSON.parse(text))
    }
    return { server, clock, link, devices, rows }
  }

  async function connect(server: TestServer, clock: Clock, id: string, endsByItself: boolean) {
    const device = await RecordedDevice.connect(server.ports.signalling, id, clock, {
      list: [],
      endsByItself,
      answer: ({ channel }) => [recording(T, T + LENGTH_S, { channel })],
      video: (channel) => clipVideo(id, channel, { lengthS: LENGTH_S }),
    })
    const beating = clock.every(20_000, () => device.signalling.send({ name: 'heartbeat', body: {} }))
    opened.push(async () => {
      beating.cancel()
      await device.close()
    })
    return device
  }

  const order = (server: TestServer, deviceid: string) => {
    const span = { start: T, end: T + LENGTH_S, downloadplan: 1, streamtype: 0, audioout: 0 }
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid, ...span }
    return callHttp(server, 'POST', customEventPath, { body })
  }
  const running = (all: readonly MonitorRow<'cover'>[]) => all.filter(({ isHandling }) => isHandling).length

  it('[DEBUG-26] runs as many tasks at once as are set, and more as soon as more are set', async () => {
    const { server, link, devices, rows } = await start(BUSES, false)
    await link.request('DB3', { N: '1' })
    for (const id of BUSES) await order(server, id)
    await until('one runs', async () => running(await rows()) === 1)
    await until('it was asked for', () => devices.filter(({ asked }) => asked.length > 0).length === 1)
    await link.request('DB3', { N: '3' })
    await until('three run', async () => running(await rows()) === 3)
    expect((await rows()).map(({ isHandling }) => isHandling)).toHaveLength(BUSES.length)
    expect(devices.filter(({ asked }) => asked.length > 0).length).toBeLessThanOrEqual(3)
    await link.request('DB3', { N: '4' })
    await until('all run', async () => running(await rows()) === 4)
  }, 60_000)

  it('[DEBUG-26] fetches no task faster than the bytes per second that are set', async () => {
    const { server, clock, link, rows } = await start([BUS], true)
    const rate = 16_384
    await link.request('DB3', { L: String(rate) })
    const beganMs = clock.nowMs()
    await order(server, BUS)
    const speeds = new Set<number>()
    const [task] = await until(
      'it is fetched',
      async () => {
        const all = await rows()
        speeds.add(all[0]?.downloadSpeed ?? 0)
        return all[0]?.downloadDone === true && all
      },
      60_000,
    )
    const tookS = (clock.nowMs() - beganMs) / 1000
    expect(task?.bytes).toBeGreaterThan(5 * rate)
    expect((task?.bytes ?? 0) / tookS).toBeLessThan(1.2 * rate)
    expect(Math.max(...speeds)).toBeGreaterThan(0)
  }, 120_000)

  it('[DEBUG-26] refuses what would have to wait beyond the count that is set, with the reason', async () => {
    const { server, link, rows } = await start([], true)
    await link.request('DB3', { W: '2' })
    expect((await order(server, BUSES[0])).body).toMatchObject({ hasError: false })
    expect((await order(server, BUSES[1])).body).toMatchObject({ hasError: false })
    expect((await order(server, BUSES[2])).body).toEqual(failedCall('too-much-footage'))
    expect(await rows()).toHaveLength(2)
    await link.request('DB3', { W: '3' })
    expect((await order(server, BUSES[2])).body).toMatchObject({ hasError: false })
  })

  it('[DEBUG-01] a task that failed shows when, why and after how many attempts', async () => {
    const { server, devices, rows, clock } = await start([BUS], true)
    const [device] = devices
    if (device !== undefined) device.behaviour.answer = () => []
    await order(server, BUS)
    const [row] = await until('it has failed', async () => {
      const all = await rows()
      return all[0]?.error !== '' && all
    })
    expect(row).toMatchObject({ deviceid: BUS, serialno: 0, taskType: 'footage', tryCount: 1, mediaType: 1, dltype: 1 })
    expect(Math.abs((row?.errortime ?? 0) - clock.nowMs() / 1000)).toBeLessThan(600)
  })
})
