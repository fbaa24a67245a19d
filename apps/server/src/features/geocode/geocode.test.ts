import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placesAnswerSchema } from '@fleetglass/contract/geocode'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { createGeocoder, GEOCODER_MS, type Geocoder } from '../../services/geocoder/index.ts'
import { cellOf, createGeocode, REST_MS, WAIT_MS, WAITING_MAX } from './geocode.service.ts'

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
  const clock = createManualClock()
  let server: TestServer
  let bare: TestServer
  let near: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { geocoder: url, nearbyPlaces: false }, clock })
    bare = await startTestServer({ config: { nearbyPlaces: false } })
    near = await startTestServer({ config: { geocoder: url }, clock })
  })
  afterAll(async () => {
    await server.close()
    await bare.close()
    await near.close()
  })
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const basic = { authorization: `Basic ${Buffer.from(`${ADMIN}:${credentials.password}`).toString('base64')}` }
  const reverse = async (body: object, site = server) =>
    (await callHttp(site, 'POST', '/nominatim/reverse', { body: { ...credentials, ...body } })).body

  const find = async (body: object, site = near) =>
    (await callHttp(site, 'POST', '/nominatim/search', { body: { ...credentials, ...body } })).body

  it('finds towns by the beginning of their name, with and without accents, whole names and near ones first', async () => {
    const named = async (body: object) =>
      placesAnswerSchema.parse(await find(body)).map(({ name, country }) => `${name}, ${country}`)
    const inTaiwan = { lat: 24.08, lng: 120.53 }
    expect((await named({ text: 'changhua', near: inTaiwan }))[0]).toBe('Changhua, Taiwan')
    expect(await named({ text: '  Sant Julia de L' })).toEqual(['Sant Julià de Lòria, Andorra'])
    const near = { lat: 51.5, lng: -0.12 }
    expect((await named({ text: 'london', near }))[0]).toBe('London, United Kingdom')
    expect((await named({ text: 'london', near: { lat: 43, lng: -81.2 } }))[0]).toBe('London, Canada')
    expect(await named({ text: 'new' })).toHaveLength(5)
    expect(await named({ text: 'no town is called so' })).toEqual([])
    expect(await named({ text: '\u0301\u0301' })).toEqual([])
  })

  it('finds no place where the site wants no list of them, and refuses what is no name', async () => {
    expect(await find({ text: 'london' }, bare)).toEqual([])
    const outside = { text: 'london', near: { lat: 91, lng: 0 } }
    for (const body of [...['l', ' l ', 'l'.repeat(65), 7].map((text) => ({ text })), outside])
      expect(await find(body)).toMatchObject({ hasError: true })
    const withoutLogin = await callHttp(near, 'POST', '/nominatim/search', { body: { text: 'london' } })
    expect(withoutLogin.status).toBe(401)
  })

  it('[API0-33] [API0-34] [API1-62] [EXPORT-09] the status says whether addresses are looked up, and by which service', async () => {
    const credit = 'GeoNames (CC BY 4.0)'
    for (const [site, status] of [
      [server, { enable: true, geocoder: true, credit: '' }],
      [bare, { enable: false, geocoder: false, credit: '' }],
      [near, { enable: true, geocoder: true, credit }],
    ] as const) {
      expect((await callHttp(site, 'GET', '/nominatim/status', { headers: basic })).body).toEqual(status)
    }
    expect((await callHttp(server, 'GET', '/nominatim/status')).status).toBe(401)
  })

  it('[API0-35] [API0-36] [API1-28] [LIVE-26] a place has its address, with lon or lng, and failures are reported', async () => {
    answer = name('Side Street 2')
    expect(await reverse({ lat: 25.1, lon: 121.5, zoom: 17 })).toEqual({ display_name: 'Side Street 2' })
    expect(await reverse({ lat: '25.1', lng: 121.5, zoom: 17 })).toEqual({ display_name: 'Side Street 2' })
    expect(asked).toEqual(['/nominatim/reverse?format=jsonv2&lat=25.1&lon=121.5&zoom=17'])
    expect(await reverse({ lat: 'north', lng: 121.5 })).toMatchObject({
      hasError: true,
      message: expect.stringMatching(/./),
    })
  })

  it('[API0-38] [API1-62] [MAP-38] requests a place with zoom 18 by default, and caches it', async () => {
    answer = name('Main Street 1')
    expect(await reverse({ lat: 24.0786, lon: 120.5285, zoom: 17 })).toEqual({ display_name: 'Main Street 1' })
    expect(await reverse({ lat: '24.0786', lng: 120.5285 })).toEqual({ display_name: 'Main Street 1' })
    answer = name('another')
    // A few metres on, it is the same place; fifty metres on, it is another.
    expect(await reverse({ lat: 24.07861, lon: 120.52852 })).toEqual({ display_name: 'Main Street 1' })
    expect(await reverse({ lat: 24.0791, lon: 120.5285, zoom: 17 })).toEqual({ display_name: 'another' })
    expect(asked).toEqual([
      '/nominatim/reverse?format=jsonv2&lat=24.0786&lon=120.5285&zoom=17',
      '/nominatim/reverse?format=jsonv2&lat=24.0786&lon=120.5285&zoom=18',
      '/nominatim/reverse?format=jsonv2&lat=24.0791&lon=120.5285&zoom=17',
    ])
  })

  it('[API0-37] [API0-39] what fails is an error with a sentence', async () => {
    const failures: [(reply: ServerResponse) => void, string][] = [
      [(reply) => void reply.writeHead(500).end(), 'the geocoder answered 500'],
      [(reply) => void reply.end('{'), 'the geocoder sent what cannot be read'],
      [(reply) => void reply.end('{"error":"Unable to geocode"}'), 'there is no address here'],
      [(reply) => void reply.destroy(), 'the geocoder cannot be reached'],
      [(reply) => void reply.end('x'.repeat(100_000)), 'the geocoder cannot be reached'],
      // It does not send the server elsewhere.
      [(reply) => void reply.writeHead(302, { location: `${url}/elsewhere` }).end(), 'the geocoder answered 302'],
    ]
    for (const [at, [fault, error]] of failures.entries()) {
      answer = fault
      expect(await reverse({ lat: 1, lon: at })).toEqual({ error })
      clock.advance(REST_MS.longest)
    }
    expect(asked).toHaveLength(failures.length)
    expect(await reverse({ lat: 1, lon: 2 }, bare)).toEqual({ error: 'no geocoder is configured' })
  })

  it('[API0-37] [API1-28] does not call a failing geocoder for a while, and meanwhile returns the nearest place as approximate', async () => {
    answer = (reply) => void reply.writeHead(500).end()
    const changhua = { lat: 24.1, lon: 120.57 }
    const approximate = {
      display_name: expect.stringMatching(/^\d+\.\d km [NSEW]{1,2} of .+, Taiwan$/),
      approximate: true,
    }
    expect(await reverse(changhua, near)).toEqual(approximate)
    answer = name('Main Street 1')
    expect(await reverse(changhua, near)).toEqual(approximate)
    expect(asked).toHaveLength(1)
    clock.advance(REST_MS.first)
    expect(await reverse(changhua, near)).toEqual({ display_name: 'Main Street 1' })
    // An answer without an address is no failure: nothing rests, and what is near is better than nothing.
    answer = (reply) => void reply.end('{"error":"Unable to geocode"}')
    expect(await reverse({ lat: 0, lon: 0 }, near)).toMatchObject({
      display_name: expect.stringMatching(/^\d+ km [NSEW]{1,2} of /),
      approximate: true,
    })
    answer = name('Elsewhere')
    expect(await reverse({ lat: 2, lon: 2 }, near)).toEqual({ display_name: 'Elsewhere' })
  })

  it('[API0-39] addresses outlive the server', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-addresses-'))
    const place = { lat: 24.0786, lon: 120.5285 }
    const restarted = async () => {
      const site = await startTestServer({ data, config: { geocoder: url, nearbyPlaces: false } })
      const received = await reverse(place, site)
      await site.close()
      return received
    }
    answer = name('Main Street 1')
    expect(await restarted()).toEqual({ display_name: 'Main Street 1' })
    answer = name('another')
    expect(await restarted()).toEqual({ display_name: 'Main Street 1' })
    expect(asked).toHaveLength(1)
    rmSync(data, { recursive: true })
  })

  it.each([{ lat: 91, lon: 0 }, { lat: 0, lon: 181 }, { lat: 0 }, { lat: 'x', lon: 0 }, { lat: 0, lon: '1&zoom=2' }])(
    '[API0-37] %j is refused and reaches no geocoder',
    async (body) => {
      expect(await reverse(body)).toMatchObject({ hasError: true })
      expect(asked).toEqual([])
    },
  )
})

describe('questions to a geocoder', () => {
  it('[API0-39] ends after five seconds', async () => {
    answer = () => {}
    const clock = createManualClock()
    const address = createGeocoder({ clock, url, allowLocal: true })({ lat: 1, lon: 2, zoom: 18 })
    await until('it is asked', () => asked.length === 1)
    clock.advance(GEOCODER_MS)
    expect(await address).toEqual({ kind: 'failed', reason: 'the geocoder did not answer in time' })
  })

  const forgotten = () => new Map<string, string>()
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('[API0-39] one question at a time and a line behind it, and one question for one place', async () => {
    const open: (() => void)[] = []
    let questions = 0
    let together = 0
    const geocoder: Geocoder = ({ lat }) => {
      questions += 1
      return new Promise((resolve) =>
        open.push(() => resolve({ kind: 'found', displayName: `at ${Math.round(lat * 1000)}` })),
      )
    }
    const geocode = createGeocode({ clock: createManualClock(), geocoder, places: null, stored: forgotten() })
    // Each by an account of its own.
    const at = (n: number) => geocode.reverse({ id: n }, { lat: n / 1000, lon: 0, zoom: 18 })
    const all = Array.from({ length: 1 + WAITING_MAX }, (_, n) => at(n))
    const same = at(0)
    await turn()
    expect(await at(9_999)).toEqual({ error: 'too many addresses are being looked up' })
    const done = Promise.all([...all, same])
    while (questions < all.length || open.length > 0) {
      together = Math.max(together, open.length)
      open.shift()?.()
      await turn()
    }
    expect((await done).at(-1)).toEqual({ display_name: 'at 0' })
    expect([questions, together]).toEqual([all.length, 1])
  })

  it('each failure makes the rest twice as long, up to five minutes; an answer ends it', async () => {
    const clock = createManualClock()
    let fails = true
    let questions = 0
    const geocoder: Geocoder = async () => {
      questions += 1
      return fails ? { kind: 'failed', reason: 'the geocoder answered 500' } : { kind: 'found', displayName: 'here' }
    }
    const geocode = createGeocode({ clock, geocoder, places: null, stored: forgotten() })
    const ask = (n: number) => geocode.reverse({ id: 1 }, { lat: n, lon: 0, zoom: 18 })
    for (let restMs: number = REST_MS.first, n = 0; restMs < 2 * REST_MS.longest; restMs *= 2, n += 1) {
      questions = 0
      expect(await ask(n)).toEqual({ error: 'the geocoder answered 500' })
      clock.advance(Math.min(restMs, REST_MS.longest) - 1)
      expect(await ask(n)).toEqual({ error: 'the geocoder answered 500' })
      expect(questions).toBe(1)
      clock.advance(1)
    }
    fails = false
    expect(await ask(50)).toEqual({ display_name: 'here' })
    expect(await ask(51)).toEqual({ display_name: 'here' })
  })

  it('one account does not take the turns of another, and no caller waits longer than a vehicle stands still', async () => {
    const clock = createManualClock()
    const askedFor: number[] = []
    const open: (() => void)[] = []
    const geocoder: Geocoder = ({ lat }) => {
      askedFor.push(lat)
      return new Promise((resolve) => open.push(() => resolve({ kind: 'found', displayName: String(lat) })))
    }
    const geocode = createGeocode({ clock, geocoder, places: null, stored: forgotten() })
    const ask = (id: number, lat: number) => geocode.reverse({ id }, { lat, lon: 0, zoom: 18 })
    const greedy = Array.from({ length: 50 }, (_, n) => ask(1, n))
    expect(await greedy.at(-1)).toEqual({ error: 'too many addresses are being looked up' })
    const other = ask(2, 60)
    await turn()
    expect(askedFor).toEqual([0])
    open.shift()?.()
    await turn()
    open.shift()?.()
    await turn()
    // The other account comes third, before the rest of the greedy one's line.
    expect(askedFor).toEqual([0, 1, 60])
    const late = ask(3, 70)
    await turn()
    clock.advance(WAIT_MS)
    expect(await late).toEqual({ error: 'too many addresses are being looked up' })
    open.shift()?.()
    expect(await other).toEqual({ display_name: '60' })
    await Promise.all(greedy)
    expect(askedFor).toEqual([0, 1, 60])
  })

  it('places that share an address are about twenty metres apart, near the pole as at the equator', () => {
    for (const lat of [0.00001, 24.0786, 60.00001, -85]) {
      const cells = new Set<string>()
      // A walk of two hundred metres to the east, and one to the north.
      const metre = 1 / 111_195
      for (let m = 0; m < 200; m++)
        cells.add(cellOf({ lat, lon: 10 + (m * metre) / Math.cos((lat * Math.PI) / 180), zoom: 18 }))
      expect(cells.size).toBeGreaterThanOrEqual(9)
      expect(cells.size).toBeLessThanOrEqual(12)
    }
    expect(cellOf({ lat: 90, lon: 180, zoom: 18 })).toMatch(/^\d+,\d+,18$/)
  })
})
