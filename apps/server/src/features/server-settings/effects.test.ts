// One test for each tab: a setting is saved, and its effect is observed from outside the server. Every other side is real and local.
import { createSocket } from 'node:dgram'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFrames } from '@fleetglass/jt808'
import { startFleet } from '@fleetglass/simulator'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { errorCode } from '../../../test/failures.ts'
import { startTestServer, type TestServer, type TestServerOptions, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { startSmtpPeer } from '../../../test/smtp-peer.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

const VAN = '13812345678'
const LIVE_REQUEST = 0x9101
const HEARTBEAT = 0x0002

describe('the effect of each tab', () => {
  const opened: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  async function site(options: TestServerOptions = {}) {
    const server = await startTestServer({ ...options, config: { localTargets: true, ...options.config } })
    opened.push(() => server.close())
    const link = await server.login()
    await link.request('D01', { A: VAN, C: '4' })
    await link.close()
    return { server, settings: settingsOf(server) }
  }

  async function van(port: number) {
    const device = await DeviceClient.tcp(port, VAN)
    opened.push(() => device.close())
    await device.login()
    return device
  }

  /** A UDP socket of another system. */
  async function listener() {
    const socket = createSocket('udp4')
    const datagrams: Buffer[] = []
    socket.on('message', (datagram) => void datagrams.push(datagram))
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    opened.push(() => new Promise<void>((resolve) => socket.close(() => resolve())))
    return { port: socket.address().port, datagrams }
  }

  it('[SET-029] [SET-030] Network: the next live request names the saved address to the device', async () => {
    const { server, settings } = await site()
    const device = await van(server.ports.signalling)
    const requestedHost = async (server_ip: string, enable_server_ip: boolean): Promise<string> => {
      expect(await settings.put('/gkserver/network', { enable_server_ip, server_ip })).toEqual(saved)
      const channel = enable_server_ip ? 1 : 2
      const viewer = await StreamClient.open(server.ports.streams, { deviceid: VAN, channel })
      opened.push(() => viewer.close())
      const at = () => device.received.findIndex(({ header }) => header.messageId === LIVE_REQUEST)
      await until('it is asked', () => at() >= 0)
      const [{ message } = { message: null }] = device.received.splice(at(), 1)
      const { raw } = (message?.body ?? {}) as { readonly raw?: Uint8Array }
      return Buffer.from(raw ?? []).toString('latin1')
    }
    expect(await requestedHost('video.example.org', true)).toContain('video.example.org')
    const detected = await requestedHost('video.example.org', false)
    expect(detected).toContain('127.0.0.1')
    expect(detected).not.toContain('video.example.org')
  })

  it.each(['2013', '2019'] as const)(
    '[SET-054] [SET-055] [SET-056] [API2-028] Device redirect: a %s device with the prefix leaves for the other server when it comes online',
    async (generation) => {
      const { server, settings } = await site()
      const other = await startTestServer()
      opened.push(() => other.close())
      const isOnline = async (at: TestServer) => {
        const { text } = await callHttp(at, 'GET', '/metrics')
        return /^fleetglass_devices_connected (\d+)/m.exec(text)?.[1] !== '0'
      }
      const deviceRedirect = { prefix: '139', new_server: '127.0.0.1', new_port: other.ports.signalling }
      expect(await settings.put('/gkserver/deviceredirect', { deviceRedirect })).toEqual(saved)
      const fleet = await startFleet({
        host: '127.0.0.1',
        signallingPort: server.ports.signalling,
        firstTerminalId: VAN,
        generation,
        intervalS: 1,
      })
      opened.push(() => fleet.close())
      const [device] = fleet.devices
      await until('it is online', () => device?.state === 'online')
      expect(await isOnline(other)).toBe(false)
      expect(await settings.put('/gkserver/deviceredirect', { deviceRedirect: { prefix: '138' } })).toEqual(saved)
      expect(device?.counters.connects).toBe(1)
      device?.restart({ awayMs: 0 })
      await until('it is at the other server', () => isOnline(other))
      await until('it left', async () => !(await isOnline(server)))
      expect(await settings.get('/gkserver/deviceredirect')).toMatchObject({
        deviceRedirect: { prefix: '138', new_server: '127.0.0.1', new_port: other.ports.signalling },
      })
    },
  )

  it('[SET-040] [SET-041] [SET-042] [API2-020] GPS relay: each position arrives as one datagram of JSON, until the relay is off', async () => {
    const { server, settings } = await site()
    const other = await listener()
    const device = await van(server.ports.signalling)
    const report = async (timeS: number) => device.answerTo(device.send(positionMessage(timeS)))
    const timeS = Math.floor(Date.now() / 1000)
    expect(await report(timeS - 3)).toBe(0)
    expect(await settings.put('/gkserver/gpsrelay', { enable: true, ip: '127.0.0.1', port: other.port })).toEqual(saved)
    await until('a position arrived', async () => {
      expect(await report(timeS - 2)).toBe(0)
      return other.datagrams.length > 0
    })
    const [first] = other.datagrams.map((datagram) => JSON.parse(datagram.toString()) as Record<string, unknown>)
    expect(Object.keys(first ?? {})).toEqual(['deviceid', 'time', 'lat', 'lng', 'speed', 'direction'])
    const place = { lat: 24.0786, lng: 120.5285, speed: 45.5, direction: 90 }
    expect(first).toEqual({ deviceid: VAN, time: timeS - 2, ...place })
    const laterTimes = () =>
      other.datagrams
        .map((datagram) => (JSON.parse(datagram.toString()) as { time: number }).time)
        .filter((time) => time >= timeS)
    for (const time of [timeS, timeS + 1, timeS + 2]) expect(await report(time)).toBe(0)
    await until('the last one arrived', () => laterTimes().includes(timeS + 2))
    expect(laterTimes()).toEqual([timeS, timeS + 1, timeS + 2])
    expect(await settings.put('/gkserver/gpsrelay', { enable: false })).toEqual(saved)
    const received = other.datagrams.length
    expect(await report(timeS + 3)).toBe(0)
    expect(await report(timeS + 4)).toBe(0)
    expect(other.datagrams).toHaveLength(received)
  })

  it('[SET-041] GPS relay: a dead target keeps no position from being stored and acknowledged', async () => {
    const { server, settings } = await site()
    expect(await settings.put('/gkserver/gpsrelay', { enable: true, ip: '127.0.0.1', port: 9 })).toEqual(saved)
    const device = await van(server.ports.signalling)
    const timeS = Math.floor(Date.now() / 1000)
    for (let at = 0; at < 20; at++) expect(await device.answerTo(device.send(positionMessage(timeS + at)))).toBe(0)
  })

  it('[SET-099] [SET-100] [SET-101] [API2-047] Heart beat relay: the heartbeat arrives byte for byte, until the relay is off', async () => {
    const { server, settings } = await site()
    const other = await listener()
    const device = await van(server.ports.signalling)
    const beat = async (): Promise<number> => device.answerTo(device.send({ name: 'heartbeat', body: {} }))
    expect(await settings.put('/gkserver/hbrelay', { enable: true, addr: `127.0.0.1:${other.port}` })).toEqual(saved)
    const sent: string[] = []
    await until('a heartbeat arrived', async () => {
      const [frame = new Uint8Array(0)] = encodeFrames(
        { messageId: HEARTBEAT, version: device.version, terminalRaw: device.terminalRaw, firstSerial: device.serial },
        new Uint8Array(0),
      )
      sent.push(Buffer.from(frame).toString('hex'))
      await beat()
      return other.datagrams.length > 0
    })
    expect(sent).toContain(other.datagrams[0]?.toString('hex'))
    // Longer than a frame can be written with, in packets and in one: answered, and not relayed.
    const relayed = other.datagrams.length
    device.sendPackets(HEARTBEAT, new Uint8Array(1_200), 2)
    device.sendBytes(overlong(device))
    await beat()
    await until('the next one arrived', () => other.datagrams.length > relayed)
    expect(other.datagrams.filter(({ length }) => length > 100)).toEqual([])
    expect(await settings.put('/gkserver/hbrelay', { enable: false })).toEqual(saved)
    const received = other.datagrams.length
    await beat()
    await beat()
    expect(other.datagrams).toHaveLength(received)
  })

  it('[SET-043] [SET-044] [API2-021] [API2-022] Google map: key and centre are in the script that a new session reads', async () => {
    const { server, settings } = await site({ config: { site: { mapKey: 'from the file' } } })
    const script = async () => (await callHttp(server, 'GET', '/gms-map.js')).text
    expect(await settings.get('/gkserver/googlekey')).toMatchObject({ googleKey: 'from the file' })
    expect(await script()).toMatch(/^window\.gmsMap = {}\n/)
    expect(await settings.put('/gkserver/googlekey', { googleKey: 'key-1' })).toEqual(saved)
    expect(await settings.put('/gkserver/center', { center: '51.5,7.25' })).toEqual(saved)
    expect(await script()).toContain('window.gmsMap = {"mapCenter":"51.5,7.25","mapKey":"key-1"}\n')
    expect(await settings.get('/gkserver/center')).toMatchObject({ center: '51.5,7.25' })
  })

  it('[SET-065] [SET-066] [API2-036] [API2-037] Extra JS: the saved text is exactly what /gms.js serves, to anyone', async () => {
    const { server, settings } = await site({ config: { site: { forceKm: true } } })
    const script = async () => (await callHttp(server, 'GET', '/gms.js')).text
    expect(await script()).toContain('"forceKm":true')
    const text = 'window.gmsConfig = { forceKm: false }\nconsole.log("</script> \u2028 ä")\n'
    expect(await settings.put('/gkserver/gmsjs', { text })).toEqual(saved)
    expect(await script()).toBe(text)
    const safe = (await callHttp(server, 'GET', '/gms.js?safemode=1')).text
    expect([safe.includes('"forceKm":true'), safe.includes('script>')]).toEqual([true, false])
    expect(await settings.put('/gkserver/gmsjs', { text: '' })).toEqual(saved)
    expect(await script()).toBe('')
  })

  it('[SET-107] [SET-108] [SET-109] [API2-049] Iframes: what is saved is the list of every console; rows that lack a title or an address are dropped', async () => {
    const { settings } = await site({ config: { embeddedPages: [{ title: 'Old', url: '/old' }] } })
    expect(await settings.get('/gkserver/iframes')).toMatchObject({ iframes: [{ title: 'Old', url: '/old' }] })
    const iframes = [
      { title: 'Weather', url: 'https://weather.example/' },
      { title: '', url: '/nameless' },
      { title: 'Nowhere', url: '' },
      { title: 'Notes', url: '/notes.html' },
    ]
    expect(await settings.put('/gkserver/iframes', { iframes })).toEqual(saved)
    expect((await settings.get('/gkserver/iframes')).iframes).toEqual([iframes[0], iframes[3]])
  })

  it('[SET-097] [SET-098] [API2-042] [API2-043] Nominatim: addresses come from the saved server, and from none once it is off', async () => {
    const { settings } = await site({ config: { nearbyPlaces: false } })
    const asked: string[] = []
    const nominatim = createServer((request, reply) => {
      asked.push(request.url ?? '')
      reply.end(JSON.stringify({ display_name: 'Main Street 1' }))
    })
    await new Promise<void>((resolve) => nominatim.listen(0, '127.0.0.1', resolve))
    opened.push(() => {
      nominatim.closeAllConnections()
      nominatim.close()
    })
    const url = `http://127.0.0.1:${(nominatim.address() as AddressInfo).port}`
    const place = { lat: 51.5, lon: 7.25 }
    expect(await settings.get('/nominatim/status')).toMatchObject({ geocoder: false })
    expect(await settings.put('/gkserver/nominatim', { enable: true, server: url })).toEqual(saved)
    expect(await settings.get('/nominatim/status')).toMatchObject({ enable: true, geocoder: true })
    expect(await settings.post('/nominatim/reverse', place)).toEqual({ display_name: 'Main Street 1' })
    expect(asked).toHaveLength(1)
    expect(await settings.put('/gkserver/nominatim', { enable: false })).toEqual(saved)
    expect(await settings.get('/nominatim/status')).toMatchObject({ enable: false, geocoder: false })
    expect(await settings.post('/nominatim/reverse', place)).toMatchObject({ error: expect.any(String) })
  })

  it('[SET-102] [SET-105] [SET-106] Email sender: the test mail leaves by the saved server, with the saved sender', async () => {
    const { settings } = await site()
    const smtp = await startSmtpPeer()
    opened.push(() => smtp.close())
    const test = () => settings.post('/gkserver/smtp/test', { to: 'driver@example.org' })
    expect(await test()).toMatchObject({ code: errorCode('mail-not-configured') })
    const mail = { server: '127.0.0.1', port: smtp.port, security: '2', auth: '1', user: '', pass: '' }
    expect(
      await settings.put('/gkserver/smtp', { mail: { ...mail, from: 'fleet@example.org', name: 'Fleet office' } }),
    ).toEqual(saved)
    expect(await test()).toEqual(saved)
    expect(smtp.mails).toMatchObject([{ from: 'fleet@example.org', to: ['driver@example.org'] }])
    expect(smtp.mails[0]?.text).toContain('From: Fleet office <fleet@example.org>')
  })

  describe('Maintain', () => {
    const SATURDAY = Date.UTC(2026, 7, 29)
    const DAY_MS = 86_400_000

    /** A server from 02:55 of its own time on: its clock is two hours ahead of UTC. */
    async function night(dayMs: number, plan: number, rebootCommand: string[] = []) {
      const clock = createManualClock(dayMs + (2 * 60 + 55 - 120) * 60_000)
      let restarts = 0
      const onRestart = (): void => {
        restarts += 1
      }
      const { settings } = await site({ clock, config: { timeZone: 2, rebootCommand }, onRestart })
      expect(await settings.put('/gkserver/restartplan', { restartplan: plan })).toEqual(saved)
      const pass = async (minutes: number): Promise<void> => {
        for (let step = 0; step < minutes * 6; step++) {
          clock.advance(10_000)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      const untilRestart = () =>
        until('it restarts', () => {
          clock.advance(1_000)
          return restarts === 1
        })
      return { clock, settings, pass, untilRestart, restarts: () => restarts }
    }

    it('[SET-035] [SET-037] [SET-038] [API2-018] the server restarts at 03:00 of a daily plan, once', async () => {
      const { settings, pass, untilRestart, restarts } = await night(SATURDAY, 3)
      await pass(3)
      expect(restarts()).toBe(0)
      await untilRestart()
      await pass(10)
      expect(restarts()).toBe(1)
      expect(await settings.get('/gkserver/restartplan')).toMatchObject({ restartplan: 3 })
    })

    it.each([
      ['a weekly plan on a Saturday', SATURDAY, 4],
      ['a monthly plan on the 29th', SATURDAY, 5],
      ['the plan to do nothing', SATURDAY, 6],
    ])('[SET-036] [API2-017] with %s nothing restarts', async (_, dayMs, plan) => {
      const { pass, restarts } = await night(dayMs, plan)
      await pass(15)
      expect(restarts()).toBe(0)
    })

    it.each([
      ['a weekly plan on a Sunday', SATURDAY + DAY_MS, 4],
      ['a monthly plan on the first day', Date.UTC(2026, 8, 1), 5],
    ])('[SET-036] [SET-037] with %s the server restarts', async (_, dayMs, plan) => {
      await (await night(dayMs, plan)).untilRestart()
    })

    it('[SET-038] [SET-039] [API2-010] the machine is restarted by the command of the configuration, and the server is not', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'fleetglass-reboot-'))
      opened.push(() => rmSync(folder, { recursive: true }))
      const file = join(folder, 'rebooted')
      const { settings, pass, restarts } = await night(SATURDAY, 6, ['touch', file])
      expect(await settings.post('/gkserver/reboot')).toEqual(saved)
      expect(existsSync(file)).toBe(false)
      await pass(0.5)
      await until('the command ran', () => existsSync(file))
      expect(restarts()).toBe(0)
    })

    it('[SET-039] without a command the Reboot button restarts the server', async () => {
      const { settings, untilRestart, restarts } = await night(SATURDAY, 6)
      expect(await settings.post('/gkserver/reboot')).toEqual(saved)
      expect(restarts()).toBe(0)
      await untilRestart()
    })
  })
})

/** A heartbeat with 2,000 zeros as its body, which leave the checksum as it is. */
function overlong({ version, terminalRaw, serial }: DeviceClient): Uint8Array {
  const header = { messageId: HEARTBEAT, version, terminalRaw, firstSerial: serial }
  const [frame = new Uint8Array(0)] = encodeFrames(header, new Uint8Array(0))
  const end = frame.at(-3) === 0x7d ? 3 : 2
  return Buffer.concat([frame.subarray(0, -end), new Uint8Array(2_000), frame.subarray(-end)])
}
