import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DIRECTIONS_PLACES_MAX, directionsPath } from '@fleetglass/contract/directions'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { createDirectionsClient, DIRECTIONS_TIMEOUT_MS } from '../../services/directions/index.ts'
import { decodePolyline } from '../../services/directions/polyline.ts'

/** A directions server of a site. */
let roads: Server
let url: string
const asked: { readonly url: string; readonly body: string }[] = []
let answer: (reply: ServerResponse) => void
beforeAll(async () => {
  roads = createServer((request, reply) => {
    void textOf(request).then((body) => {
      asked.push({ url: request.url ?? '', body })
      answer(reply)
    })
  })
  await new Promise<void>((resolve) => roads.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(roads.address() as AddressInfo).port}/roads`
})
afterAll(() => {
  roads.closeAllConnections()
  roads.close()
})

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

const json = (value: unknown) => (reply: ServerResponse) => void reply.end(JSON.stringify(value))
const places = [
  { lat: 24.0786, lng: 120.5285 },
  { lat: 24.1, lng: 120.55 },
]

describe('directions over HTTP', () => {
  let osrm: TestServer
  let bare: TestServer
  beforeAll(async () => {
    osrm = await startTestServer({ config: { directions: url } })
    bare = await startTestServer()
  })
  afterAll(async () => {
    await osrm.close()
    await bare.close()
  })
  const ask = (site: TestServer, body: object) =>
    callHttp(site, 'POST', directionsPath, {
      body: { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...body },
    })

  it('[CONST1-22] [ROUTE-34] a way on roads comes from the OSRM server of the site', async () => {
    const way = [places[0], { lat: 24.09, lng: 120.53 }, places[1]]
    const coordinates = way.map((point) => [point?.lng, point?.lat])
    answer = json({ code: 'Ok', routes: [{ geometry: { coordinates } }] })
    expect((await ask(osrm, { places })).body).toEqual({ kind: 'road', way })
    expect(asked.splice(0)).toEqual([
      {
        url: '/roads/route/v1/driving/120.5285,24.0786;120.55,24.1?overview=full&geometries=geojson',
        body: '',
      },
    ])
  })

  it('[ROUTE-34] without one, and when it fails, straight lines with the reason', async () => {
    expect((await ask(bare, { places })).body).toEqual({ kind: 'straight', way: places, reason: '' })
    const failures: [(reply: ServerResponse) => void, string][] = [
      [(reply) => void reply.writeHead(500).end(), 'the directions server answered 500'],
      [(reply) => void reply.writeHead(400).end('{"code":"NoRoute"}'), 'there is no way on roads between these places'],
      [(reply) => void reply.destroy(), 'the directions server cannot be reached'],
      [(reply) => void reply.end('{'), 'the directions server sent what cannot be read'],
      [json({ code: 'Ok', routes: [] }), 'the directions server sent what cannot be read'],
      [json({ routes: [{ geometry: { coordinates: [[1, 2]] } }] }), 'there is no way on roads between these places'],
      [
        json({
          routes: [
            {
              geometry: {
                coordinates: [
                  [1, 2],
                  ['x', 91],
                ],
              },
            },
          ],
        }),
        'the directions server sent what cannot be read',
      ],
      [(reply) => void reply.end(' '.repeat(5_000_000)), 'the directions server cannot be reached'],
      // It does not send the server elsewhere.
      [
        (reply) => void reply.writeHead(302, { location: `${url}/else` }).end(),
        'the directions server cannot be reached',
      ],
    ]
    for (const [fault, reason] of failures) {
      answer = fault
      expect((await ask(osrm, { places })).body).toEqual({ kind: 'straight', way: places, reason })
    }
    expect(asked.splice(0)).toHaveLength(failures.length)
  })

  it.each([
    [{ places: places.slice(1) }],
    [{ places: [{ lat: 91, lng: 0 }, ...places] }],
    [{ places: [{ lat: '1/../x', lng: 0 }, ...places] }],
    [{ places: Array.from({ length: DIRECTIONS_PLACES_MAX + 1 }, () => places[0]) }],
    [{}],
  ])('a bad question is refused and reaches no server', async (body) => {
    expect((await ask(osrm, body)).body).toMatchObject({ hasError: true })
    expect(asked).toEqual([])
  })
})

describe('the directions server', () => {
  it('[CONST1-22] may be a Valhalla', async () => {
    answer = json({ trip: { legs: [{ shape: '_izlhA~rlgdF_{geC~ywl@' }, { shape: '_kwzCn`{nI' }] } })
    const route = createDirectionsClient({ clock: createManualClock(), url: `${url}/`, kind: 'valhalla', pointsMax: 3 })
    const found = await route(places)
    expect(found.kind === 'found' && found.way.length).toBe(3)
    const [{ url: path, body } = { url: '', body: '' }] = asked.splice(0)
    expect(path).toBe('/roads/route')
    expect(JSON.parse(body)).toMatchObject({ locations: places.map(({ lat, lng }) => ({ lat, lon: lng })) })
    answer = json({ trip: { legs: [{ shape: '_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI??' }] } })
    expect(await route(places)).toEqual({ kind: 'failed', reason: 'the way is too long' })
    asked.splice(0)
  })

  it('has five seconds', async () => {
    answer = () => {}
    const clock = createManualClock()
    const way = createDirectionsClient({ clock, url, kind: 'osrm', pointsMax: 10 })(places)
    await until('it is asked', () => asked.length === 1)
    clock.advance(DIRECTIONS_TIMEOUT_MS)
    expect(await way).toEqual({ kind: 'failed', reason: 'the directions server did not answer in time' })
  })

  it('reads encoded polylines, and no others', () => {
    // The example of the format's description.
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual([
      { lat: 38.5, lng: -120.2 },
      { lat: 40.7, lng: -120.95 },
      { lat: 43.252, lng: -126.453 },
    ])
    expect(decodePolyline('', 6)).toEqual([])
    for (const text of ['_p~iF', '_p~iF~ps|', 'ÿ', ' ?', '~~~~~~~~~~', '_p~iF~ps|U\n'])
      expect(() => decodePolyline(text, 5)).toThrow(/polyline/)
  })
})
