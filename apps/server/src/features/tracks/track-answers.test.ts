// What is asked of a track beside its points: a device reports a morning, its answers are drives, days and files.
import {
  clockFaultsPath,
  clockFaultsSchema,
  mileageDaysPath,
  mileageDaysSchema,
  packedTrackSchema,
  trackExportAddress,
  trackPath,
  trackSchema,
  tripsPath,
  tripsSchema,
  unpackTrack,
} from '@fleetglass/contract/tracks'
import { distanceM } from '@fleetglass/geo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const TERMINAL = '13800138000'
const SILENT = '13800138001'
const DAY_S = 86_400
/** Six in the morning of yesterday, UTC. */
const T0 = (Math.floor(Date.now() / 1000 / DAY_S) - 1) * DAY_S + 6 * 3600
const basic = `Basic ${Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`

/** Seconds and km/h of each leg; a point every ten seconds. */
const LEGS = [
  [300, 36],
  [120, 0],
  [600, 72],
  [30, 0],
  [300, 72],
] as const

function morning() {
  const points: { timeS: number; speedDkmh: number; lngE6: number }[] = []
  let [timeS, lngE6] = [T0, 120_000_000]
  for (const [seconds, kmh] of LEGS) {
    for (let at = 0; at < seconds; at += 10, timeS += 10) {
      points.push({ timeS, lngE6, speedDkmh: kmh * 10 })
      lngE6 += kmh * 30
    }
  }
  return [...points, { timeS, lngE6, speedDkmh: 0 }]
}

const points = morning()
const LAST_S = points.at(-1)?.timeS ?? 0

describe('a morning of a vehicle', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
    const channel = await server.login()
    for (const terminal of [TERMINAL, SILENT]) await channel.request('D01', { A: terminal, C: '1' })
    await channel.close()
    const positions = points.map(({ timeS, speedDkmh, lngE6 }) => ({
      ...positionMessage(timeS, { lngE6 }).body,
      speedDkmh,
      latE6: 0,
    }))
    const batch = (some: typeof positions) =>
      ({ name: 'positionBatch', body: { kind: 1, entries: some.map((position) => ({ position })) } }) as never
    const [early, late] = [positions.slice(0, 40), positions.slice(40)]
    // What is late comes first, every third point once more, and some again after a new connection.
    const first = await DeviceClient.tcp(server.ports.signalling, TERMINAL)
    for (const some of [late, early, early.filter((_, n) => n % 3 === 0)]) await first.answerTo(first.send(batch(some)))
    await first.close()
    const again = await DeviceClient.tcp(server.ports.signalling, TERMINAL)
    await again.answerTo(again.send(batch(late.slice(5, 15))))
    // Implausible clocks: the year 2000, tomorrow, and none.
    const nowS = Math.floor(Date.now() / 1000)
    for (const [n, timeS] of [946_684_800, nowS + 2 * DAY_S].entries()) {
      await again.answerTo(again.send(positionMessage(timeS, { latE6: n })))
    }
    const noClock = { ...positionMessage(0).body, timeBytes: new Uint8Array(6), localTimeS: null }
    await again.answerTo(again.send({ name: 'position', body: noClock }))
    await again.close()
  })
  afterAll(() => server.close())

  const ask = async (path: string, body: object) => {
    const reply = await callHttp(server, 'POST', path, { body, headers: { authorization: basic } })
    return JSON.parse(reply.text) as never
  }
  const range = { deviceid: TERMINAL, start: T0, end: LAST_S }

  it('every point lies once in its place, whenever and however often it came, in batches and after a new connection', async () => {
    const track = trackSchema.parse(await ask(trackPath, range))
    expect(track.map(({ time, speed }) => [time / 1000, speed * 10])).toEqual(
      points.map(({ timeS, speedDkmh }) => [timeS, speedDkmh]),
    )
  })

  it('packed it is the same points', async () => {
    const track = trackSchema.parse(await ask(trackPath, range))
    const packed = packedTrackSchema.parse(await ask(trackPath, { ...range, packed: true }))
    expect(unpackTrack(packed)).toEqual(track)
    expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(track).length / 4)
  })

  it('is drives and stops: a stand of two minutes is one, of half a minute is traffic', async () => {
    const parts = tripsSchema.parse(await ask(tripsPath, range))
    expect(parts.map(({ kind, start, end }) => [kind, start - T0, end - T0])).toEqual([
      ['drive', 0, 300],
      ['stop', 300, 420],
      ['drive', 420, 1350],
    ])
    const drive = parts[0]
    expect(drive?.maxSpeed).toBe(36)
    expect(drive?.distance).toBeCloseTo(distanceM(drive?.from ?? never(), drive?.to ?? never()) / 1000, 2)
  })

  it('adds up to a day in the zone that is asked, for one device and for all', async () => {
    const midnight = T0 - 6 * 3600
    const days = { start: midnight, end: midnight + DAY_S - 1 }
    const [day, ...more] = mileageDaysSchema.parse(await ask(mileageDaysPath, days))
    expect(more).toEqual([])
    const lengthKm = points.reduce((sum, one, n) => sum + distanceKm(points[n - 1] ?? one, one), 0)
    expect(day).toMatchObject({ deviceid: TERMINAL, first: T0, last: LAST_S, maxSpeed: 72, points: points.length })
    expect(day).toMatchObject({ moving: 1200, idle: 150, date: new Date(midnight * 1000).toISOString().slice(0, 10) })
    expect(day?.distance).toBeCloseTo(lengthKm, 2)
    // Where it is six hours earlier and a quarter, the morning falls into two days.
    const west = { ...days, deviceid: TERMINAL, tz: -6 * 3600 - 900 }
    const parted = mileageDaysSchema.parse(await ask(mileageDaysPath, west))
    expect(parted.map((one) => one.points)).toEqual([90, points.length - 90])
    expect(parted.reduce((sum, one) => sum + one.distance, 0)).toBeCloseTo(lengthKm, 2)
  })

  it('a late point changes the day it belongs to, and none is counted twice', async () => {
    const device = await DeviceClient.tcp(server.ports.signalling, SILENT)
    const days = { deviceid: SILENT, start: T0 - 6 * 3600, end: T0 + 18 * 3600 - 1 }
    const received = async () =>
      mileageDaysSchema.parse(await ask(mileageDaysPath, days)).map((day) => [day.points, day.idle])
    for (const timeS of [T0, T0 + 1000]) await device.answerTo(device.send({ ...still(timeS) }))
    expect(await received()).toEqual([[2, 0]])
    for (const timeS of [T0 + 500, T0 + 1000, T0 + 500]) await device.answerTo(device.send({ ...still(timeS) }))
    expect(await received()).toEqual([[3, 1000]])
    await device.close()
  })

  it('points without a believable clock are counted apart, and in no answer', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const wide = { deviceid: TERMINAL, start: nowS - 2 * DAY_S, end: nowS + 3 * DAY_S }
    expect(trackSchema.parse(await ask(trackPath, wide))).toHaveLength(points.length)
    const faults = clockFaultsSchema.parse(await ask(clockFaultsPath, wide))
    expect(faults.count).toBe(3)
    expect(Math.abs((faults.last ?? 0) - nowS)).toBeLessThan(60)
    expect(clockFaultsSchema.parse(await ask(clockFaultsPath, { ...wide, deviceid: SILENT }))).toEqual({
      count: 0,
      first: null,
      last: null,
      said: null,
    })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/fleetglass_positions_total\{fate="no-clock"\} 3/)
  })

  const file = (format: 'csv' | 'json' | 'gpx' | 'geojson', over = {}) =>
    callHttp(server, 'GET', trackExportAddress({ ...range, format, tz: 8 * 3600, ...over }), {
      headers: { authorization: basic },
    })

  it('as CSV it has the columns of the list and more, a mark for its letters, and the times of the zone', async () => {
    const { headers, text } = await file('csv')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="13800138000_\d{8}_gps\.csv"$/)
    const [header, first, ...rest] = text.split('\r\n')
    expect(header).toBe('\uFEFF#,Time,Lat,Lng,Speed,Direction,Altitude,Satellites,Signal,ACC,Alarms,Mileage')
    const time = new Date((T0 + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    expect(first).toBe(`1,${time},0,120,36,90,12,0,0,1,00000000,0`)
    expect(rest).toHaveLength(points.length)
    expect(rest.at(-1)).toBe('')
  })

  it('as JSON, GPX 1.1 and GeoJSON it holds every point', async () => {
    const json = JSON.parse((await file('json')).text) as { list: { time: number }[]; maxSpeed: number }
    expect(json).toMatchObject({ deviceid: TERMINAL, begintime: T0, endtime: LAST_S, maxSpeed: 72 })
    expect(json.list.map(({ time }) => time / 1000)).toEqual(points.map(({ timeS }) => timeS))
    const gpx = (await file('gpx')).text
    expect(gpx).toContain('<gpx version="1.1"')
    expect(gpx.match(/<trkpt /g)).toHaveLength(points.length)
    expect(gpx.trimEnd().endsWith('</trkseg></trk></gpx>')).toBe(true)
    const { features } = JSON.parse((await file('geojson')).text) as { features: Feature[] }
    expect(features.flatMap(({ geometry }) => geometry.coordinates)).toHaveLength(points.length)
    for (const format of ['csv', 'json', 'gpx', 'geojson'] as const) {
      const { status, text } = await file(format, { start: 1, end: 2 })
      expect([status, format === 'json' ? JSON.parse(text).list : []]).toEqual([200, []])
    }
  })

  it('ten years are refused with the limit named, and so is what does not fit', async () => {
    const tenYears = { ...range, start: T0 - 3_650 * DAY_S }
    expect(await ask(trackPath, tenYears)).toMatchObject({
      hasError: true,
      message: expect.stringContaining('31 days'),
    })
    expect(await ask(tripsPath, tenYears)).toMatchObject({
      hasError: true,
      message: expect.stringContaining('31 days'),
    })
    const days = { start: T0 - 3_650 * DAY_S, end: T0 - 1 }
    expect(await ask(mileageDaysPath, days)).toMatchObject({ message: expect.stringContaining('92 days') })
    const { body } = await file('csv', { start: T0 - 3_650 * DAY_S })
    expect(body).toMatchObject({ hasError: true, message: expect.stringContaining('366 days') })
    expect((await file('csv', { deviceid: 'nobody' })).body).toMatchObject({ hasError: true })
    expect((await file('exe' as never)).body).toMatchObject({ hasError: true })
    for (const wrong of [{ tz: 1 }, { tz: 'x' }, { start: T0 + 1 }, { deviceid: 'nobody' }]) {
      expect(await ask(mileageDaysPath, { start: T0, end: T0 + 899, ...wrong })).toMatchObject({ hasError: true })
    }
  })
})

interface Feature {
  readonly geometry: { readonly coordinates: readonly unknown[] }
}

function still(timeS: number) {
  const message = positionMessage(timeS)
  return { ...message, body: { ...message.body, speedDkmh: 0 } }
}

function distanceKm(from: (typeof points)[number], to: (typeof points)[number]): number {
  return distanceM({ lat: 0, lng: from.lngE6 / 1e6 }, { lat: 0, lng: to.lngE6 / 1e6 }) / 1000
}

function never(): never {
  throw new Error('there is no drive')
}
