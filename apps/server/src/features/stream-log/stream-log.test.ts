import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessLogExportPath } from '@fleetglass/contract/access-log'
import {
  type StreamLogRow,
  streamLogExportPath,
  streamLogPath,
  streamLogRowsSchema,
} from '@fleetglass/contract/stream-log'
import { until } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { openArchive } from '../../../test/archive/open-archive.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const VAN = '12345678999'
const START_MS = Date.UTC(2026, 8, 1, 10)
const password = sha256(ADMIN_PASSWORD)
const period = { afterUpdatetime: '2026-09-01T12:00:00+04:00', beforeUpdatetime: '2026-09-03T00:00:00Z' }

describe('POST /gklog/uslog', () => {
  let server: TestServer
  let device: CameraDevice

  beforeAll(async () => {
    const clock = fastClock(8, START_MS)
    server = await startTestServer({ clock })
    const link = await server.login()
    await link.request('D01', { A: VAN, C: '4', F: '1' })
    await link.close()
    await addGroup(server, { id: 7, name: 'Elsewhere' })
    await addUsers(server, { name: 'elsewhere', groupId: 7 }, { name: 'guest', permission: 3 })
    device = await CameraDevice.connect(server.ports.signalling, VAN, clock, {
      1: clipVideo(VAN, 1, { lengthS: 240 }),
    })
  }, 60_000)
  afterAll(async () => {
    await device.close()
    await server.close()
  })

  const call = (body: object = {}, username = ADMIN) =>
    callHttp(server, 'POST', streamLogPath, { body: { username, password, ...period, ...body } })
  const rows = async (body: object = {}, username = ADMIN): Promise<StreamLogRow[]> =>
    streamLogRowsSchema.parse(JSON.parse((await call(body, username)).text))
  const open = (parameters: Record<string, string | number>) =>
    StreamClient.open(server.ports.streams, { deviceid: VAN, channel: 1, ...parameters })
  async function row(type: number): Promise<StreamLogRow> {
    let found: StreamLogRow | undefined
    await until(`there is a row of type ${type}`, async () => {
      found = (await rows({ type }))[0]
      return found !== undefined
    })
    return found!
  }

  it('[USLOG-07] [USLOG-09] [API2-127] a live view is logged when it begins and when it ends', async () => {
    const viewer = await open({})
    await viewer.until(() => viewer.video.length > 100, 'some seconds of pictures')
    const begin = await row(0)
    const shared = { username: ADMIN, deviceid: VAN, channel: 1, entrance: 1, asktime: begin.asktime }
    expect(begin).toMatchObject({ ...shared, during: 0, updatetime: begin.asktime })
    expect(await rows({ type: 5 })).toEqual([])
    await viewer.close()
    const end = await row(5)
    expect(end).toMatchObject(shared)
    expect(end.during).toBeGreaterThan(0)
    expect(Math.abs(end.updatetime - end.asktime - end.during)).toBeLessThan(2)
  })

  it('[USLOG-08] [USLOG-19] playbacks and a download are logged with user, device, channel and entrance', async () => {
    const fromS = START_MS / 1000
    const local = await open({ type: 'lopb', spbtime: fromS })
    await local.until(() => local.texts.length > 0, 'an answer')
    await local.close()
    const remote = await open({ type: 'repb', spbtime: fromS, duration: 60, chs: '3' })
    await remote.until(() => remote.texts.length > 0, 'an answer')
    await remote.close()
    const asked = new URLSearchParams({
      user: ADMIN,
      password,
      deviceid: VAN,
      ch: '1',
      spbtime: String(fromS),
      duration: '3',
    })
    const file = (type: string) => fetch(`http://127.0.0.1:${server.ports.streams}/web.cgi?type=${type}&${asked}`)
    await until('the clip is cut', async () => (await (await file('lopbmp4ask')).text()) === 'READY')
    expect((await (await file('lopbmp4get')).arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    const shared = { username: ADMIN, deviceid: VAN, entrance: 1 }
    expect(await row(1)).toMatchObject({ ...shared, channel: 1 })
    expect(await row(2)).toMatchObject({ ...shared, channel: 1 })
    await row(3)
    expect((await rows({ type: 3 })).map(({ channel }) => channel).sort()).toEqual([1, 2])
  }, 60_000)

  it('[API2-128] [API2-130] [USLOG-20] takes a period with offsets and answers the newest rows first', async () => {
    const all = await rows()
    expect(all.length).toBeGreaterThan(4)
    expect(all.map(({ updatetime }) => updatetime)).toEqual(
      all.map(({ updatetime }) => updatetime).sort((a, b) => b - a),
    )
    expect(await rows({ offset: 1, limit: 2 })).toEqual(all.slice(1, 3))
    expect(await rows({ beforeUpdatetime: '2026-09-01T14:00:00+04:00' })).toEqual([])
    expect(await rows({ member: 'nobody' })).toEqual([])
    expect(await rows({ member: ADMIN, deviceid: VAN, entrance: 1 })).toEqual(all)
    expect(await rows({ entrance: 2 })).toEqual([])
  })

  it('[USLOG-12] refuses a query without both ends of the period, and a page beyond the listed rows', async () => {
    for (const wrong of [
      { afterUpdatetime: undefined },
      { beforeUpdatetime: undefined },
      { afterUpdatetime: '2026-09-01 00:00' },
      { offset: 10_000 },
      { type: 6 },
    ])
      expect((await call(wrong)).body).toMatchObject({ hasError: true })
  })

  it('[RIGHT2-30] [RIGHT2-32] every account reads the log, without the devices that it does not see', async () => {
    expect(await rows({}, 'guest')).toEqual(await rows())
    expect(await rows({}, 'elsewhere')).toEqual([])
    expect(await rows({ deviceid: VAN }, 'elsewhere')).toEqual([])
  })

  const exported = (body: object, path = streamLogExportPath) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: ADMIN, password, ...period, ...body }),
    })

  it('[USLOG-16] [USLOG-17] [USLOG-18] [API2-129] exports all rows of the filter as an archive that opens with its password alone', async () => {
    await changeDatabase(server, (file) => {
      const add = file.prepare(`insert into stream_log
        (user_name, device_key, device_id, channel, entrance, type, ask_ms, during_s, update_ms) values (?, 1, ?, 1, 1, 1, ?, 7, ?)`)
      // Many rows of one moment, and a name that a spreadsheet would calculate.
      for (let at = 0; at < 5_000; at++) add.run('=1+1', `many`, START_MS, START_MS)
    })
    const answer = await exported({ deviceid: 'many', filepass: 'geheim "1"' })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="uslogs.7z"')
    const archive = Buffer.from(await answer.arrayBuffer())
    expect(openArchive(archive, 'wrong')).toBeNull()
    const { name, text } = openArchive(archive, 'geheim "1"')!
    expect(name).toBe('uslogs.csv')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('\uFEFF#,User,Device ID,Ch,Entrance,Type,Ask Time,Duration,Update Time')
    expect(lines[1]).toBe("1,'=1+1,many,1,Web,Local playback,2026-09-01T10:00:00.000Z,7,2026-09-01T10:00:00.000Z")
    expect(lines).toHaveLength(5_002)
    await until(
      'the temporary file is removed',
      () => readdirSync(join(server.data, 'log-exports/uslogs')).length === 0,
    )
  })

  it('[USLOG-08] the entrances 0, 1 and 2 are GMS, Web and Rtsp', async () => {
    await changeDatabase(server, (file) => {
      const add = file.prepare(`insert into stream_log
        (user_name, device_key, device_id, channel, entrance, type, ask_ms, during_s, update_ms) values ('ann', 1, 'doors', 1, ?, 1, ?, 7, ?)`)
      for (const entrance of [0, 1, 2]) add.run(entrance, START_MS, START_MS - entrance)
    })
    for (const entrance of [0, 1, 2]) {
      expect(await rows({ deviceid: 'doors', entrance })).toMatchObject([{ entrance }])
    }
    const answer = await exported({ deviceid: 'doors', filepass: 'x' })
    const { text } = openArchive(Buffer.from(await answer.arrayBuffer()), 'x')!
    const names = text.split('\r\n').map((line) => line.split(',')[4])
    expect(names.slice(0, 4)).toEqual(['Entrance', 'GMS', 'Web', 'Rtsp'])
  })

  it('refuses an archive without a password and one with a password of 1,000 characters, and says why', async () => {
    for (const [filepass, reason] of [
      ['', /empty/],
      ['x'.repeat(1_000), /more than 128 characters/],
      [undefined, /./],
    ] as const)
      expect(await (await exported({ filepass })).json()).toMatchObject({
        hasError: true,
        message: expect.stringMatching(reason),
      })
  })

  it('[ACCLOG-10] [ACCLOG-14] [API2-133] exports the access log in the same way, and its own password is *** there', async () => {
    const first = await exported({ filepass: 'marked-file-password' }, accessLogExportPath)
    expect(first.headers.get('content-disposition')).toBe('attachment; filename="accesslogs.7z"')
    const { name, text } = openArchive(Buffer.from(await first.arrayBuffer()), 'marked-file-password')!
    expect(name).toBe('accesslogs.csv')
    expect(text.split('\r\n')[0]).toBe('\uFEFF#,Date Time,Type,IP,User,Device ID,Action,Method,Data (JSON)')
    expect(text).toContain('Added device')
    expect(text).not.toContain('marked-file-password')
  })
})
