// The Protocol tab: ports move while what is open on them and beside them stays. Every socket is real.
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { ChannelClient } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { failedStream } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { startTestServer, type TestServerOptions, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { accepts, freePort, isFreeForDatagrams, PATH, VAN } from './ports.fixtures.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

describe('Protocol', () => {
  const opened: { close(): unknown }[] = []
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })
  function own<One extends { close(): unknown }>(one: One): One {
    opened.push(one)
    return one
  }

  async function site(options: TestServerOptions = {}) {
    const server = own(await startTestServer(options))
    const link = own(await server.login())
    await link.request('D01', { A: VAN, C: '4' })
    return { server, link, settings: settingsOf(server) }
  }
  const isAnswering = (link: ChannelClient) => link.request('Q01').then(() => true)

  /** A port of another program. */
  async function foreignPort(): Promise<{ readonly port: number; close(): Promise<unknown> }> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const close = () => new Promise((resolve) => server.close(resolve))
    return own({ port: (server.address() as AddressInfo).port, close })
  }

  it('[SET-010] [SET-025] the main channel moves: new links come by the new port alone, and open links and devices stay', async () => {
    const { server, link, settings } = await site()
    const device = own(await DeviceClient.tcp(server.ports.signalling, VAN))
    await device.login()
    const [before, appcommand] = [server.ports.main, await freePort()]
    expect(await settings.put(PATH, { appcommand })).toEqual(saved)
    await until('it moved', () => server.ports.main === appcommand)
    expect(await accepts(before)).toBe(false)
    own(await ChannelClient.connect(appcommand))
    expect(await isAnswering(link)).toBe(true)
    expect(await device.answerTo(device.send(positionMessage(1_790_000_000)))).toBe(0)
    expect(await settings.get(PATH)).toMatchObject({ appcommand })
  })

  it('[SET-011] [SET-025] the web port moves: the old one takes no new connection, and one that is open is answered to its end', async () => {
    const { server, settings } = await site()
    const [before, http] = [server.ports.http, await freePort()]
    const socket = own(connectionTo(before))
    expect(await socket.ask('/healthz')).toContain('200 OK')
    expect(await settings.put(PATH, { http })).toEqual(saved)
    await until('it moved', () => server.ports.http === http)
    expect(await accepts(before)).toBe(false)
    expect(await socket.ask('/healthz')).toContain('200 OK')
    expect((await callHttp(server, 'GET', '/healthz')).status).toBe(200)
  })

  it('[SET-009] [SET-025] positions are taken at the saved UDP port, and a device that reports at the old one goes on', async () => {
    const { server, settings } = await site()
    const report = async (device: DeviceClient, timeS: number) => device.answerTo(device.send(positionMessage(timeS)))
    const old = own(await DeviceClient.udp(server.ports.heartbeat, VAN))
    await old.login()
    expect(await report(old, 1_790_000_000)).toBe(0)
    const heartbeat = await freePort()
    const before = server.ports.heartbeat
    expect(await settings.put(PATH, { heartbeat })).toEqual(saved)
    await until('it moved', () => server.ports.heartbeat === heartbeat)
    expect(await report(old, 1_790_000_001)).toBe(0)
    const moved = own(await DeviceClient.udp(heartbeat, VAN))
    await moved.login()
    expect(await report(moved, 1_790_000_002)).toBe(0)
    await until('the old port is free, for its last device has left', async () => isFreeForDatagrams(before))
  })

  it('[SET-009] [SET-025] the old UDP port is free after an hour though a device goes on reporting there', async () => {
    const clock = createManualClock()
    const { server, settings } = await site({ clock })
    const old = own(await DeviceClient.udp(server.ports.heartbeat, VAN))
    await old.login()
    const before = server.ports.heartbeat
    const heartbeat = await freePort()
    expect(await settings.put(PATH, { heartbeat })).toEqual(saved)
    await until('it moved', () => server.ports.heartbeat === heartbeat)
    const timeS = Math.floor(clock.nowMs() / 1000)
    // Less than the silence after which a device is gone.
    for (let minute = 4; minute < 60; minute += 4) {
      clock.advance(4 * 60_000)
      let result: number | null = null
      void old.answerTo(old.send(positionMessage(timeS + minute * 60))).then((answered) => {
        result = answered
      })
      await until('the position is stored', () => {
        clock.advance(10)
        return result !== null
      })
      expect(result).toBe(0)
    }
    expect(await isFreeForDatagrams(before)).toBe(false)
    clock.advance(4 * 60_000)
    await until('the old port is free', async () => isFreeForDatagrams(before))
  })

  it('[SET-013] [SET-014] [SET-025] [API2-009] streams are served on every streaming port, and clients receive the first', async () => {
    const { server, link, settings } = await site()
    const before = server.ports.streams
    const streamings = [await freePort(), await freePort(), before]
    expect(await settings.put(PATH, { streamings })).toEqual(saved)
    await until('they are open', () => server.ports.streams === streamings[0])
    expect(await settings.get(PATH)).toMatchObject({ streamings, streaming: streamings[0] })
    expect((await link.request('Q01')).fields['E']).toBe(String(streamings[0]))
    for (const port of streamings) {
      const viewer = own(await StreamClient.open(port, { deviceid: VAN, channel: 1 }))
      await viewer.closed
    }
    expect(await settings.put(PATH, { streaming: before })).toEqual(saved)
    await until('only the old one is left', () => server.ports.streams === before)
    expect(await accepts(streamings[0] ?? 0)).toBe(false)
    const eleven = Array.from({ length: 11 }, (_, at) => 20_000 + at)
    expect(await settings.put(PATH, { streamings: eleven })).toMatchObject({ code: 'invalid-field' })
  })

  it('[SET-026] changed ports are open within 5 s after the answer', async () => {
    const { server, settings } = await site()
    const [heartbeat, appcommand, http, streaming] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    expect(await settings.put(PATH, { heartbeat, appcommand, http, streamings: [streaming] })).toEqual(saved)
    const areOpen = async () => (await Promise.all([appcommand, http, streaming].map(accepts))).every(Boolean)
    await until('they are open', async () => (await areOpen()) && !(await isFreeForDatagrams(heartbeat)))
    expect(server.ports).toMatchObject({ heartbeat, main: appcommand, http, streams: streaming })
  })

  it('[SET-026] two listeners change places', async () => {
    const { server, settings } = await site()
    const { main, streams } = server.ports
    expect(await settings.put(PATH, { appcommand: streams, streamings: [main] })).toEqual(saved)
    await until('they changed', () => server.ports.main === streams && server.ports.streams === main)
    own(await ChannelClient.connect(streams))
  })

  it('[SET-026] a port that cannot be opened leaves the old one and says so, and is opened when it is free', async () => {
    const lines: string[] = []
    const clock = fastClock(20, Date.now())
    const { server, link, settings } = await site({ clock, logLine: (line) => lines.push(line) })
    const foreign = await foreignPort()
    const before = server.ports.main
    const state = async () => {
      const { listeners } = (await settings.get(`${PATH}/listeners`)) as { listeners: { name: string }[] }
      return listeners.find(({ name }) => name === 'appcommand')
    }
    expect(await settings.put(PATH, { appcommand: foreign.port })).toEqual(saved)
    const message = `Cannot open port ${foreign.port} for appcommand: it is in use by another program. ${before} stays open`
    await until('the log says so', () => lines.some((line) => line.includes(message)))
    expect(await state()).toEqual({
      name: 'appcommand',
      open: [before],
      failed: [{ port: foreign.port, reason: 'in-use' }],
    })
    expect(await settings.get(PATH)).toMatchObject({ appcommand: before })
    expect(await settings.post(PATH)).toMatchObject({ appcommand: foreign.port, saved: ['appcommand'] })
    own(await ChannelClient.connect(before))
    await foreign.close()
    await until('it moved', () => server.ports.main === foreign.port)
    expect(await state()).toEqual({ name: 'appcommand', open: [foreign.port], failed: [] })
    expect(await isAnswering(link)).toBe(true)
  })

  it('[SET-007] [SET-026] saved ports are opened at the next start, and where one is taken the server starts on that of the configuration', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-ports-'))
    opened.push({ close: () => rmSync(data, { recursive: true }) })
    const [main, appcommand, streaming] = [await freePort(), await freePort(), await freePort()]
    const first = await startTestServer({ data, config: { main } })
    expect(first.ports.main).toBe(main)
    expect(await settingsOf(first).put(PATH, { appcommand, streamings: [streaming] })).toEqual(saved)
    await first.close()
    const foreign = createServer()
    await new Promise<void>((resolve) => foreign.listen(appcommand, '127.0.0.1', resolve))
    opened.push({ close: () => new Promise((resolve) => foreign.close(resolve)) })
    const lines: string[] = []
    const second = own(await startTestServer({ data, config: { main }, logLine: (line) => lines.push(line) }))
    expect([second.ports.main, second.ports.streams]).toEqual([main, streaming])
    expect(lines.some((line) => line.includes(`Cannot open port ${appcommand} for appcommand`))).toBe(true)
  })

  it('[SET-026] the web port that cannot move is not given to another listener, and a start that finds both taken has a web port', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-ports-'))
    opened.push({ close: () => rmSync(data, { recursive: true }) })
    const [http, main] = [await freePort(), await freePort()]
    const foreign = await foreignPort()
    const first = await startTestServer({ data, config: { http, main } })
    expect(await settingsOf(first).put(PATH, { http: foreign.port, appcommand: http })).toEqual(saved)
    const states = async () =>
      ((await settingsOf(first).get(`${PATH}/listeners`)) as { listeners: { failed: object[] }[] }).listeners
    await until('both were tried', async () => (await states()).filter(({ failed }) => failed.length > 0).length === 2)
    expect([first.ports.http, first.ports.main]).toEqual([http, main])
    await first.close()
    const second = own(await startTestServer({ data, config: { http, main } }))
    expect(second.ports.main).toBe(http)
    expect([0, http, foreign.port]).not.toContain(second.ports.http)
    expect(await settingsOf(second).get(PATH)).toMatchObject({ http: second.ports.http })
  })

  it('[SET-024] a port 0 closes the listener, and the web port serves what it served', async () => {
    const { server, link, settings } = await site()
    const { main, http } = { ...server.ports }
    expect(await settings.put(PATH, { appcommand: 0, streamings: [] })).toEqual(saved)
    await until('it is off', () => server.ports.main === 0 && server.ports.streams === 0)
    expect(await accepts(main)).toBe(false)
    expect(await isAnswering(link)).toBe(true)
    expect(await settings.get(PATH)).toMatchObject({ appcommand: http, streamings: [http] })
    own(await ChannelClient.connect(http))
  })

  it('[SET-016] [SET-028] without live streams each live request is refused and open ones end, and what was recorded still plays', async () => {
    const startMs = Date.UTC(2026, 8, 1, 10, 0, 0)
    const clock = fastClock(8, startMs)
    const server = own(await startTestServer({ clock }))
    const link = own(await server.login())
    await link.request('D01', { A: VAN, C: '1', F: '1' })
    const videos = { 1: clipVideo(VAN, 1, { lengthS: 240 }) }
    own(await CameraDevice.connect(server.ports.signalling, VAN, clock, videos))
    const watch = async (parameters: Record<string, string | number>) =>
      own(await StreamClient.open(server.ports.streams, { deviceid: VAN, channel: 1, ...parameters }))
    const live = await watch({})
    await live.until(() => live.video.length > 10, 'live pictures')
    const settings = settingsOf(server)
    expect(await settings.put(PATH, { disablelivestream: true })).toEqual(saved)
    await live.closed
    for (const parameters of [{}, { codec: 'h264' }, { deviceid: '*', channel: 0, streamid: 1 }]) {
      const refused = await watch(parameters)
      await refused.closed
      expect(refused.texts.at(-1)).toMatchObject(failedStream('live-off'))
    }
    const spbtime = startMs / 1000
    await until('what was recorded plays', async () => {
      const played = await watch({ type: 'lopb', streamid: 1, spbtime })
      await Promise.race([played.closed, played.until(() => played.video.length > 5, 'pictures').catch(() => {})])
      const { length } = played.video
      await played.close()
      return length > 5
    })
    expect(await settings.put(PATH, { disablelivestream: false })).toEqual(saved)
    const again = await watch({})
    await again.until(() => again.video.length > 0, 'live pictures again')
  })

  it.each([
    ['heartbeat', { heartbeat: '' }, 'heartbeat: is not a number from 0 to 65535'],
    ['appcommand', { appcommand: '' }, 'appcommand: is not a number from 0 to 65535'],
    ['http', { http: -1 }, 'http: is not a number from 0 to 65535'],
    ['heartbeat', { heartbeat: 65_536 }, 'heartbeat: is not a number from 0 to 65535'],
    ['a port of two', { heartbeat: 9001, appcommand: 9001 }, 'heartbeat: is the same port as appcommand'],
    ['http and main channel', { http: 9001, appcommand: 9001 }, 'appcommand: is the same port as http'],
    ['a stream on http', { http: 9001, streamings: [9002, '', 9001] }, 'streamings.2: is the same port as http'],
  ])(
    '[SET-008] [SET-020] [SET-021] [SET-023] the server refuses what the form refuses: %s',
    async (_, body, reason) => {
      const { settings } = await site()
      expect((await settings.put(PATH, body)).message).toContain(reason)
      expect(await settings.post(PATH)).toMatchObject({ revision: 0, saved: [] })
    },
  )

  it('[SET-023] [API2-007] [API2-008] empty streaming rows are dropped, and the audit log has old and new ports', async () => {
    const { server, settings } = await site()
    const before = server.ports.streams
    const port = await freePort()
    expect(await settings.put(PATH, { streamings: ['', String(port), 0] })).toEqual(saved)
    await until('it moved', () => server.ports.streams === port)
    const { status, body } = await callHttp(server, 'GET', PATH)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'appcommand',
      'disablelivestream',
      'heartbeat',
      'http',
      'https',
      'sslonly',
      'streaming',
      'streamings',
    ])
    expect(body['streamings']).toEqual([port])
    const rows = await changeDatabase(server, (file) =>
      file.prepare(`select parameters from audit_log where action like '%protocol%'`).pluck().all().join(),
    )
    expect(rows).toContain(String(port))
    expect(before).not.toBe(port)
  })

  it('[SET-006] of two administrators who save the tab the second gets a message with what changed meanwhile', async () => {
    const { settings } = await site()
    const { revision } = await settings.post(PATH)
    expect(await settings.put(PATH, { disablelivestream: true, revision })).toEqual(saved)
    expect(await settings.put(PATH, { heartbeat: 0, revision })).toMatchObject({ code: 'settings-changed' })
  })
})

/** A connection that stays open between its requests. */
function connectionTo(port: number) {
  const socket = connect(port, '127.0.0.1')
  return {
    ask: (path: string) =>
      new Promise<string>((resolve) => {
        socket.once('data', (data: Buffer) => resolve(data.toString()))
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      }),
    close: () => socket.destroy(),
  }
}
