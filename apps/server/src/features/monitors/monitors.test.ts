import {
  MONITOR_PATH,
  type MonitorList,
  type MonitorRow,
  monitorLists,
  monitorRows,
} from '@fleetglass/contract/monitors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { defaultConfig } from '../../platform/config/index.ts'

const VAN = '13812345678'
const UNKNOWN_DEVICE = '13812345679'
const UDP_DEVICE = '13812345677'

describe('the socket of the internal pages', () => {
  let server: TestServer
  let link: ChannelClient
  const devices: DeviceClient[] = []

  beforeAll(async () => {
    server = await startTestServer()
    const admin = await server.login()
    await admin.request('D01', { A: VAN, C: '2' })
    await admin.close()
    for (const number of [VAN, UNKNOWN_DEVICE]) {
      const device = await DeviceClient.tcp(server.ports.signalling, number)
      await device.login()
      devices.push(device)
    }
    link = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
    await link.request('DB1', { U: ADMIN, P: sha256(ADMIN_PASSWORD) })
  })
  afterAll(async () => {
    await link.close()
    for (const device of devices) await device.close()
    await server.close()
  })

  const rowsOf = async <List extends MonitorList>(list: List) => {
    const { fields, text } = await link.request(monitorLists[list])
    const rows = monitorRows[list].array().parse(JSON.parse(text))
    expect(fields.T).toBe(String(rows.length))
    return rows as MonitorRow<List>[]
  }

  it('[API2-183] is served where the main channel is: port 24680 where nothing else is configured', async () => {
    expect(defaultConfig().main).toBe(24_680)
    expect((await link.request(monitorLists.connections)).fields.R).toBe('1')
    const elsewhere = await ChannelClient.connect(server.ports.streams, MONITOR_PATH).catch(() => null)
    expect(elsewhere).toBeNull()
  })

  it('[DEBUG-27] [DEBUG-28] returns nothing before a login, and nothing to users who are not the top administrator', async () => {
    await addUsers(server, { name: 'second', permission: 1 })
    const second = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
    const wrong = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
    expect((await second.request('DB9')).fields.R).toBe('0')
    expect((await wrong.request('DB1', { U: ADMIN, P: sha256('guessed') })).fields.R).toBe('0')
    expect((await second.request('DB1', { U: 'second', P: sha256(ADMIN_PASSWORD) })).fields.R).toBe('1')
    for (const code of Object.values(monitorLists)) expect((await second.request(code)).fields.R).toBe('0')
    await second.close()
    await wrong.close()
  })

  it('[DEBUG-29] lists the connections of devices and the bytes received over them', async () => {
    const [van] = devices
    van?.send({ name: 'heartbeat', body: {} })
    await until('the heartbeat is counted', async () => (await heartbeatsOf(VAN))?.hb === 1)
    const nowS = Math.floor(Date.now() / 1000)
    const connections = await rowsOf('connections')
    const mine = connections.find(({ deviceid }) => deviceid === VAN)
    expect(mine).toMatchObject({ ChCount: 2, Sock1: 'idle', Sock2: 'idle', Sock3: '' })
    for (const time of ['ArrivedTime', 'LastRecvTime', 'LastSentTime'] as const) {
      expect(Math.abs((mine?.[time] ?? 0) - nowS)).toBeLessThan(60)
    }
    const received = await rowsOf('devices')
    expect(received.map(({ deviceid, isVcp, IP }) => [deviceid, isVcp, IP])).toEqual([
      [VAN, true, '127.0.0.1'],
      [UNKNOWN_DEVICE, false, '127.0.0.1'],
    ])
    expect(new Set(received.map(({ port }) => port)).size).toBe(2)
  })

  it('lists a device that reports by UDP with its port', async () => {
    const device = await DeviceClient.udp(server.ports.signalling, UDP_DEVICE)
    await device.login()
    const row = (await rowsOf('devices')).find(({ deviceid }) => deviceid === UDP_DEVICE)
    expect(row?.port).toBeGreaterThan(0)
    await device.close()
  })

  const heartbeatsOf = async (deviceId: string) => {
    const rows = await rowsOf('heartbeats')
    return rows.find(({ deviceid }) => deviceid === deviceId)
  }

  it('[DEBUG-10] counts heartbeats, positions, alarms and the rest of each device, which make the sum', async () => {
    const [, unknown] = devices
    const before = await heartbeatsOf(UNKNOWN_DEVICE)
    const calm = positionMessage(Math.floor(Date.now() / 1000))
    unknown?.send(calm)
    unknown?.send({ ...calm, body: { ...calm.body, alarmBits: 2 } })
    await until('both are counted', async () => (await heartbeatsOf(UNKNOWN_DEVICE))?.ev === 1)
    const after = await heartbeatsOf(UNKNOWN_DEVICE)
    expect(after?.re).toBe((before?.re ?? 0) + 1)
    const { all = 0, hb = 0, re = 0, ev = 0, el = 0 } = after ?? {}
    expect(all).toBe(hb + re + ev + el)
  })

  it('[DEBUG-02] [DEBUG-03] lists a row for each stream with a viewer, and removes it when the viewer leaves', async () => {
    expect(await rowsOf('requests')).toEqual([])
    const viewer = await StreamClient.open(server.ports.streams, { deviceid: VAN, channel: 2 })
    await until('it is there', async () => (await rowsOf('requests')).length === 1)
    expect(await rowsOf('requests')).toMatchObject([
      { taskid: 1, deviceid: VAN, channel: 2, type: 'live', user: ADMIN, ip: '127.0.0.1' },
    ])
    await viewer.close()
    await until('it is gone', async () => (await rowsOf('requests')).length === 0)
  })

  it('[STAND-07] [DEBUG-29] footage that waits stands with the tasks, and with the uploads only where it comes as files', async () => {
    const order = {
      deviceid: VAN,
      start: 1_790_000_000,
      end: 1_790_000_060,
      downloadplan: 1,
      streamtype: 0,
      audioout: 0,
    }
    for (const way of ['stream', 'file']) {
      const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...order, way }
      const { body: answer } = await callHttp(server, 'POST', '/gkevent/customevent', { body })
      expect(answer).toMatchObject({ hasError: false })
    }
    const received = await rowsOf('cover')
    expect(received).toHaveLength(2)
    expect(received[0]).toMatchObject({
      deviceid: VAN,
      taskType: 'footage',
      chs: '1',
      streamType: 'sub',
      downloadDone: false,
    })
    const [upload, ...others] = await rowsOf('uploads')
    expect([upload?.starttime, upload?.endtime, upload?.isDone]).toEqual([order.start, order.end, false])
    expect(others).toEqual([])
  })

  it('answers a ping at once and an echo with its payload', async () => {
    expect((await link.request('ping')).fields.R).toBe('1')
    expect((await link.request('echo', {}, 'hello')).text).toBe('hello')
  })
})
