import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { createGeocoder, GEOCODER_MS, type Geocoder } from '../../platform/geocoder/index.ts'
import { ASKED_AT_ONCE, createGeocode, KEPT_ADDRESSES, WAIT_MS, WAITING_MAX } from './geocode.service.ts'

/** A geocoder of a site. */
let geocoder: Server
let url: string
const asked: string[] = []
let answer: (reply: ServerResponse) => void
const name = (text: string) => (reply: ServerResponse) => void reply.end(JSON.stringify({ display_name: text }))
beforeAll(async () => {
  geocoder = createServer((request, reply) => {
    asked.push(request.url ?? '')
    answer(reply)
  })
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/nominatim`
})
afterEach(() => asked.splice(0))
afterAll(() => {
  geocoder.closeAllConnections()
  geocoder.close()
})

describe('addresses over HTTP', () => {
  let server: TestServer
  let bare: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { geocoder: url } })
    bare = await startTestServer()
  })
  afterAll(async () => {
    await server.close()
    await bare.close()
  })
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const basic = { authorization: `Basic ${Buffer.from(`${ADMIN}:${credentials.password}`).toString('base64')}` }
  const reverse = async (body: object, site = server) =>
    (await callHttp(site, 'POST', '/nominatim/reverse', { body: { ...credentials, ...body } })).body

  it('API0-33 API0-34 the status says whether there is a geocoder', async () => {
    for (const [site, enable] of [
      [server, true],
      [bare, false],
    ] as const) {
      expect((await callHttp(site, 'GET', '/nominatim/status', { headers: basic })).body).toEqual({ enable })
    }
    expect((await callHttp(server, 'GET', '/nominatim/status')).status).toBe(401)
  })

  it('API0-35 API0-36 API0-38 a place has its address, asked with zoom 18 where nothing is said, and kept', async () => {
    answer = name('Main Street 1')
    expect(await reverse({ lat: 24.0786, lon: 120.5285, zoom: 17 })).toEqual({ display_name: 'Main Street 1' })
    expect(await reverse({ lat: '24.0786', lng: 120.5285 })).toEqual({ display_name: 'Main Street 1' })
    answer = name('another')
    expect(await reverse({ lat: 24.07861, lon: 120.52852 })).toEqual({ display_name: 'Main Street 1' })
    expect(asked).toEqual([
      '/nominatim/reverse?format=jsonv2&lat=24.0786&lon=120.5285&zoom=17',
      '/nominatim/reverse?format=jsonv2&lat=24.0786&lon=120.5285&zoom=18',
    ])
  })

  it('API0-37 API0-39 what fails is an error with a sentence', async () => {
    const failures: [(reply: ServerResponse) => void, string][] = [
      [(reply) => void reply.writeHead(500).end(), 'the geocoder answered 500'],
      [(reply) => void reply.end('{'), 'the geocoder sent what cannot be read'],
      [(reply) => void reply.end('{"error":"Unable to geocode"}'), 'there is no address here'],
      [(reply) => void reply.destroy(), 'the geocoder cannot be reached'],
      [(reply) => void reply.end('x'.repeat(100_000)), 'the geocoder cannot be reached'],
      // It does not send the server elsewhere.
      [(reply) => void reply.writeHead(302, { location: `${url}/elsewhere` }).end(), 'the geocoder cannot be reached'],
    ]
    for (const [at, [fault, error]] of failures.entries()) {
      answer = fault
      expect(await reverse({ lat: 1, lon: at })).toEqual({ error })
    }
    expect(asked).toHaveLength(failures.length)
    expect(await reverse({ lat: 1, lon: 2 }, bare)).toEqual({ error: 'no geocoder is configured' })
  })

  it.each([{ lat: 91, lon: 0 }, { lat: 0, lon: 181 }, { lat: 0 }, { lat: 'x', lon: 0 }, { lat: 0, lon: '1&zoom=2' }])(
    'API0-37 %j is refused and reaches no geocoder',
    async (body) => {
      expect(await reverse(body)).toMatchObject({ hasError: true })
      expect(asked).toEqual([])
    },
  )
})

describe('questions to a geocoder', () => {
  it('API0-39 ends after five seconds', async () => {
    answer = () => {}
    const clock = createManualClock()
    const address = createGeocoder({ clock, url })({ lat: 1, lon: 2, zoom: 18 })
    await until('it is asked', () => asked.length === 1)
    clock.advance(GEOCODER_MS)
    expect(await address).toEqual({ kind: 'failed', reason: 'the geocoder did not answer in time' })
  })

  it('a few at once and a line behind them, one question for one place, and the oldest address is forgotten first', async () => {
    const open: (() => void)[] = []
    let questions = 0
    const geocoder: Geocoder = ({ lat }) => {
      questions += 1
      return new Promise((resolve) => open.push(() => resolve({ kind: 'found', displayName: `at ${lat}` })))
    }
    const geocode = createGeocode({ clock: createManualClock(), geocoder })
    // Each by an account of his own.
    const at = (n: number) => geocode.reverse({ id: n }, { lat: n / 1000, lon: 0, zoom: 18 })
    const all = Array.from({ length: ASKED_AT_ONCE + WAITING_MAX }, (_, n) => at(n))
    const same = at(0)
    await new Promise((resolve) => setImmediate(resolve))
    expect(questions).toBe(ASKED_AT_ONCE)
    expect(await at(9_999)).toEqual({ error: 'too many addresses are being looked up' })
    const done = Promise.all([...all, same])
    while (questions < all.length || open.length > 0) {
      open.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await done).at(-1)).toEqual({ display_name: 'at 0' })
    expect(questions).toBe(all.length)

    const quickly: Geocoder = async ({ lat }) => {
      questions += 1
      return { kind: 'found', displayName: String(lat) }
    }
    const quick = createGeocode({ clock: createManualClock(), geocoder: quickly })
    const place = (n: number) => quick.reverse({ id: 1 }, { lat: n / 1000, lon: 1, zoom: 18 })
    for (let n = 0; n < KEPT_ADDRESSES; n++) await place(n)
    await place(0)
    await place(KEPT_ADDRESSES)
    questions = 0
    await place(0)
    expect(questions).toBe(0)
    await place(1)
    expect(questions).toBe(1)
  })

  it('one account does not take the turns of another, and nobody waits longer than a vehicle stands still', async () => {
    const clock = createManualClock()
    const askedFor: number[] = []
    const open: (() => void)[] = []
    const geocoder: Geocoder = ({ lat }) => {
      askedFor.push(lat)
      return new Promise((resolve) => open.push(() => resolve({ kind: 'found', displayName: String(lat) })))
    }
    const geocode = createGeocode({ clock, geocoder })
    const ask = (id: number, lat: number) => geocode.reverse({ id }, { lat, lon: 0, zoom: 18 })
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    const greedy = Array.from({ length: 50 }, (_, n) => ask(1, n))
    expect(await greedy.at(-1)).toEqual({ error: 'too many addresses are being looked up' })
    const other = ask(2, 60)
    await turn()
    expect(askedFor).toEqual([0, 1, 60])
    // A fourth is the last that is asked; the fifth waits in the line of all, until its time has run out.
    void ask(3, 70)
    const fifth = ask(4, 80)
    await turn()
    clock.advance(WAIT_MS)
    expect(await fifth).toEqual({ error: 'too many addresses are being looked up' })
    for (const answer of open) answer()
    expect(await other).toEqual({ display_name: '60' })
    // What waited behind the greedy one's own questions has waited too long as well.
    await Promise.all(greedy)
    expect(askedFor).toEqual([0, 1, 60, 70])
    expect(await Promise.race([ask(1, 0), turn()])).toEqual({ display_name: '0' })
  })
})
