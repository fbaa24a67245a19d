// Tabs whose effect is a request to another server, which is real and local: DDNS, event pushes, and names that become local after they were saved.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventMessage, eventCatalogue } from '@fleetglass/contract/events'
import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { afterEach, expect, it } from 'vitest'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { startTestServer, type TestServerOptions, until } from '../../../test/harness.ts'
import { saved, settingsOf } from './settings-caller.fixtures.ts'

const opened: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function site(options: TestServerOptions = {}) {
  const server = await startTestServer({ ...options, config: { localTargets: true, ...options.config } })
  opened.push(() => server.close())
  return { server, settings: settingsOf(server) }
}

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** An HTTP server that remembers its requests. */
async function otherServer(answer: (url: string) => string | Promise<string>) {
  const received: Received[] = []
  const server = createServer((request, reply) => {
    const url = request.url ?? ''
    received.push({ url, headers: request.headers })
    void Promise.resolve(answer(url)).then((text) => reply.end(text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'fleetglass-outbound-'))
  opened.unshift(() => rmSync(path, { recursive: true }))
  return path
}

/** A DNS provider, and the page that shows the public address. */
async function provider() {
  let address = '203.0.113.5'
  let answer: string | Promise<string> = 'good'
  const { url, received } = await otherServer((path) =>
    path.startsWith('/address')
      ? `<html><body>Current IP Address: ${address}</body></html>`
      : answer === 'good'
        ? `good ${address}`
        : answer,
  )
  const publicAddress = `${url}/address`
  return {
    url,
    config: { dynDns: `${url}/dyn`, noIp: `${url}/noip`, publicAddress },
    updates: () => received.filter(({ url: path }) => path.includes('/nic/update')),
    looks: () => received.filter(({ url: path }) => path.startsWith('/address')).length,
    moveTo: (next: string) => {
      address = next
    },
    answer: (next: string | Promise<string>) => {
      answer = next
    },
  }
}

/** A request may take 15 s of the server's clock: the steps are small, so that none takes longer. */
const STEP_MS = 3_000

const account = { user: 'fleet', pass: 'hunter2' }
const authorization = `Basic ${Buffer.from('fleet:hunter2').toString('base64')}`

it('[SET-031] [SET-034] [API2-013] [API2-014] DDNS: the address is sent after a save, when it changes and at the start, and not while it is off', async () => {
  const clock = createManualClock()
  const dns = await provider()
  const data = folder()
  const first = await startTestServer({ data, clock, config: { localTargets: true, ...dns.config } })
  const settings = settingsOf(first)
  expect(dns.looks()).toBe(0)

  const ddns = { enable: true, type: 0, server: 'fleet.example.org', ...account }
  expect(await settings.put('/gkserver/ddns', ddns)).toEqual(saved)
  await until('the address is sent after the save', () => dns.updates().length === 1)
  expect(dns.updates()[0]).toMatchObject({
    url: '/dyn/nic/update?hostname=fleet.example.org&myip=203.0.113.5',
    headers: { authorization },
  })
  expect(await settings.post('/gkserver/ddns')).toMatchObject({ ...ddns, pass: '***' })

  const untilLooked = async (more: number): Promise<void> => {
    const before = dns.looks()
    await until('it looked', () => {
      clock.advance(STEP_MS)
      return dns.looks() >= before + more
    })
  }
  await untilLooked(1)
  expect(dns.updates()).toHaveLength(1)
  dns.moveTo('203.0.113.9')
  await until('the new address is sent', () => {
    clock.advance(STEP_MS)
    return dns.updates().length === 2
  })
  expect(dns.updates()[1]?.url).toContain('myip=203.0.113.9')
  await first.close()

  const again = await startTestServer({ data, clock, config: { localTargets: true, ...dns.config } })
  opened.push(() => again.close())
  await until('the address is sent at the start', () => dns.updates().length === 3)
  expect(await settingsOf(again).put('/gkserver/ddns', { enable: false })).toEqual(saved)
  dns.moveTo('203.0.113.10')
  const looks = dns.looks()
  for (let step = 0; step < 30; step++) {
    clock.advance(30_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect([dns.updates().length, dns.looks()]).toEqual([3, looks])
})

it.each([
  ['No-IP', 1, 'fleet.example.org', '/noip/nic/update?hostname=fleet.example.org&myip=203.0.113.5'],
  ['a portal', 2, null, '/portal/nic/update?myip=203.0.113.5'],
])('[SET-032] [SET-033] DDNS: %s receives the address with user and password', async (_, type, host, path) => {
  const dns = await provider()
  const { settings } = await site({ config: dns.config })
  const server = host ?? `${dns.url}/portal`
  expect(await settings.put('/gkserver/ddns', { enable: true, type, server, ...account })).toEqual(saved)
  await until('the address is sent', () => dns.updates().length === 1)
  expect(dns.updates()[0]).toMatchObject({ url: path, headers: { authorization } })
})

it('[SET-034] DDNS: after an answer that repeating does not change nothing is sent before the next save', async () => {
  const clock = createManualClock()
  const dns = await provider()
  const { settings } = await site({ clock, config: dns.config })
  dns.answer('badauth')
  const ddns = { enable: true, type: 0, server: 'fleet.example.org', ...account }
  expect(await settings.put('/gkserver/ddns', ddns)).toEqual(saved)
  await until('it is refused', () => dns.updates().length === 1)
  const looks = dns.looks()
  for (let step = 0; step < 30; step++) {
    clock.advance(30_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect([dns.updates().length, dns.looks()]).toEqual([1, looks])
  dns.answer('good')
  expect(await settings.put('/gkserver/ddns', { pass: 'right' })).toEqual(saved)
  await until('it is sent again', () => dns.updates().length === 2)
})

it('[SET-034] DDNS: what the provider answers to settings that were corrected meanwhile stops nothing', async () => {
  const dns = await provider()
  const { settings } = await site({ config: dns.config })
  const { promise, resolve } = Promise.withResolvers<string>()
  dns.answer(promise)
  const ddns = { enable: true, type: 0, server: 'fleet.example.org', ...account }
  expect(await settings.put('/gkserver/ddns', ddns)).toEqual(saved)
  await until('the provider has the first', () => dns.updates().length === 1)
  dns.answer('good')
  expect(await settings.put('/gkserver/ddns', { pass: 'right' })).toEqual(saved)
  resolve('badauth')
  await until('it is sent again', () => dns.updates().length === 2)
})

const VAN = '13812345678'
/** Alarm bits of JT/T 808. */
const EMERGENCY = 0
const OVERSPEED = 1
const FATIGUE = 2
const GNSS_FAULT = 4

interface PushedEvent extends EventMessage {
  readonly method: string
  readonly type: string
}

/** A system that takes events, by the given answer, and a vehicle that raises one with each alarm. */
async function pushed(answer: (reply: ServerResponse, at: number) => void, clock?: ManualClock) {
  const options = clock === undefined ? {} : { clock }
  const pass = (): void => clock?.advance(10)
  const { server, settings } = await site(options)
  const link = await server.login()
  await link.request('D01', { A: VAN, C: '4' })
  await link.close()
  const events: PushedEvent[] = []
  const target = createServer((request, reply) => {
    let text = ''
    request.on('data', (piece: Buffer) => {
      text += piece.toString()
    })
    request.on('end', () => {
      const { method = '', headers } = request
      events.push({ ...(JSON.parse(text) as EventMessage), method, type: headers['content-type'] ?? '' })
      answer(reply, events.length)
    })
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    target.closeAllConnections()
    target.close()
  })
  const { port } = target.address() as AddressInfo
  const van = await DeviceClient.tcp(server.ports.signalling, VAN)
  opened.push(() => van.close())
  await van.login()
  // A position that is two minutes old raises nothing any more.
  let timeS = Math.floor((clock?.nowMs() ?? Date.now()) / 1000) - 60
  const report = async (alarmBits: number): Promise<void> => {
    const { name, body } = positionMessage(timeS++)
    let result: number | null = null
    void van.answerTo(van.send({ name, body: { ...body, alarmBits } })).then((answered) => {
      result = answered
    })
    await until('the position is acknowledged', () => {
      pass()
      return result !== null
    })
    expect(result).toBe(0)
  }
  /** An alarm that begins and ends; the same one again would count as flapping. */
  const raise = async (alarmBit: number): Promise<void> => {
    await report(2 ** alarmBit)
    await report(0)
  }
  /** A push event plan for each alarm, without a receiver of its own that matters here. */
  const plan = async (enable: 0 | 1): Promise<void> => {
    for (const { code: appdevid } of eventCatalogue.values()) {
      const pushEventPlan = { appdevid, updateMode: 'GLOBAL', enable, name: 'All', script: 'absent.sh' }
      await settings.post('/gkevent/pusheventplan', { pushEventPlan })
    }
  }
  return { settings, events, raise, plan, on: { enable: true, ip: '127.0.0.1', port } }
}

it('[SET-093] [SET-094] [SET-095] [SET-096] Push event: each event of an enabled push event plan arrives as a POST of JSON, after failures again, until it is off', async () => {
  const { settings, events, raise, plan, on } = await pushed((reply, at) => {
    reply.statusCode = at < 3 ? 500 : 200
    reply.end()
  })
  await raise(FATIGUE)
  expect(await settings.put('/gkserver/cloud', on)).toEqual(saved)
  await plan(0)
  await raise(OVERSPEED)
  expect(events).toEqual([])
  await plan(1)
  await raise(EMERGENCY)
  const sameAsFirst = () => events.filter(({ cmd, time }) => cmd === events[0]?.cmd && time === events[0]?.time)
  await until('what failed came again', () => sameAsFirst().length > 1)
  expect(events[0]).toMatchObject({
    method: 'POST',
    type: 'application/json',
    cmd: 'new',
    deviceid: VAN,
    eventid: expect.any(Number),
    lat: 24.0786,
    lng: 120.5285,
  })
  expect(await settings.put('/gkserver/cloud', { enable: false })).toEqual(saved)
  const sent = events.length
  await raise(GNSS_FAULT)
  expect(events.length - sent).toBeLessThan(2)
})

it('[SET-096] [API2-016] Push event: a target that does not answer is tried three times for ten seconds, and no event waits for it', async () => {
  const clock = createManualClock()
  let ended = 0
  let arrivedMs: number | null = null
  const { settings, events, raise, plan, on } = await pushed((reply) => {
    arrivedMs ??= clock.monotonicMs()
    reply.on('close', () => {
      ended += 1
    })
  }, clock)
  expect(await settings.put('/gkserver/cloud', on)).toEqual(saved)
  await plan(1)
  const raisedMs = clock.monotonicMs()
  await raise(EMERGENCY)
  await until('the first attempt came', () => arrivedMs !== null)
  const first = events.length
  await raise(FATIGUE)
  await until('the next event came meanwhile', () => events.length > first)
  const kinds = () => new Set(events.map(({ cmd, time }) => `${cmd} ${time}`)).size
  // The request left between the alarm and its arrival.
  clock.advance(raisedMs + 9_900 - clock.monotonicMs())
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(ended).toBe(0)
  clock.advance((arrivedMs ?? 0) + 10_000 - clock.monotonicMs())
  await until('the first attempt ended', () => ended > 0)
  await until('every attempt ended', () => {
    clock.advance(1_000)
    return events.length >= 3 * kinds() && ended === events.length
  })
  for (let step = 0; step < 20; step++) {
    clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(events.length).toBe(3 * kinds())
})

it('[SET-098] Nominatim: a server that has become local after it was saved is not connected to', async () => {
  const nominatim = await otherServer(() => JSON.stringify({ display_name: 'Main Street 1' }))
  const data = folder()
  const place = { lat: 51.5, lon: 7.25 }
  const config = { nearbyPlaces: false }
  const first = await startTestServer({ data, config: { ...config, localTargets: true } })
  expect(await settingsOf(first).put('/gkserver/nominatim', { enable: true, server: nominatim.url })).toEqual(saved)
  await first.close()

  const strict = await startTestServer({ data, config })
  const refused = await settingsOf(strict).post('/nominatim/reverse', place)
  expect(refused).toMatchObject({ error: expect.any(String) })
  expect(nominatim.received).toEqual([])
  await strict.close()

  const named = await startTestServer({ data, config: { ...config, geocoder: nominatim.url } })
  opened.push(() => named.close())
  expect(await settingsOf(named).post('/nominatim/reverse', place)).toEqual({ display_name: 'Main Street 1' })
})
