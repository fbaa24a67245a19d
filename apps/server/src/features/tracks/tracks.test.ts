import { trackSchema } from '@fleetglass/contract/tracks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/both-databases.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { createPositionLog } from '../../engines/position-log/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { createTrackStore } from './tracks.store.ts'

const TERMINAL = '13800138000'
const T0 = 1_790_000_000

describe('POST /api/gps', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
    const channel = await server.login()
    await channel.request('D01', { A: TERMINAL, C: '4' })
    await channel.close()
    const device = await DeviceClient.tcp(server.ports.signalling, TERMINAL)
    const now = Math.floor(Date.now() / 1000)
    base = now - 3600
    const serials = [0, 1, 2, 3].map((n) => device.send(positionMessage(base + n * 10)))
    for (const serial of serials) await device.answerTo(serial)
    const noClock = { ...positionMessage(0).body, timeBytes: new Uint8Array(6), localTimeS: null }
    await device.answerTo(device.send({ name: 'position', body: noClock }))
    await device.close()
  })
  afterAll(() => server.close())

  let base = 0
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const ask = async (body: object) => {
    const response = await fetch(`${server.url}/api/gps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, answer: (await response.json()) as never }
  }
  const range = (start: number, end: number) => ({ ...credentials, deviceid: TERMINAL, start, end })

  it('API1-14 API1-50 answers the list of points of a device and range', async () => {
    const { status, answer } = await ask(range(base, base + 30))
    expect(status).toBe(200)
    expect(trackSchema.parse(answer)).toHaveLength(4)
  })

  it('API1-49 takes unix seconds and includes both ends', async () => {
    const times = async (start: number, end: number) =>
      trackSchema.parse((await ask(range(start, end))).answer).map((point) => point.time / 1000 - base)
    expect(await times(base + 10, base + 20)).toEqual([10, 20])
    expect(await times(base + 11, base + 19)).toEqual([])
  })

  it('ENT-086 GPSP-54 a point has its place, speed and heading, and its time in milliseconds', async () => {
    const [point] = trackSchema.parse((await ask(range(base, base))).answer)
    expect(point).toEqual({
      time: base * 1000,
      lat: 24.0786,
      lng: 120.5285,
      speed: 45.5,
      speedInKmh: 45.5,
      dir: 90,
      trackingAngle: 90,
    })
  })

  it('never answers a point whose device had no clock', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await ask(range(now - 60, now + 60))).answer).toEqual([])
  })

  it('API1-15 answers hasError and a message on failure', async () => {
    const failures = [
      { ...range(base, base + 30), deviceid: 'nobody' },
      range(base + 30, base),
      range(base, base + 32 * 86_400),
      { ...range(base, base + 30), start: 'yesterday' },
      { ...credentials, deviceid: TERMINAL },
    ]
    for (const body of failures) {
      const { status, answer } = await ask(body)
      expect(status).toBe(200)
      expect(answer).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
    }
    expect((await ask({ ...range(base, base), password: sha256('wrong') })).status).toBe(401)
  })

  it('API1-63 a device the caller may not see is answered like one that does not exist', async () => {
    const unknown = await ask({ ...range(base, base), deviceid: 'nobody' })
    const quoted = await ask({ ...range(base, base), deviceid: `${TERMINAL}' OR '1'='1` })
    expect(quoted).toEqual(unknown)
  })
})

onBothDatabases('tracks', (databases) => {
  it('what the position log wrote comes back by device and time, within the limit', async () => {
    const database = await databases.open()
    const log = createPositionLog({ clock: systemClock, database, failed: () => undefined })
    const store = createTrackStore(database)
    let left = 30
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        committed(_token: number, error?: Error) {
          if (error) reject(error)
          if (--left === 0) resolve()
        },
      }
      for (let n = 0; n < 30; n++) log.append(point(1 + (n % 2), T0 + n), waiter, n)
    })
    expect((await store.between(1, T0, T0 + 4, 100)).map((row) => row.timeS - T0)).toEqual([0, 2, 4])
    expect(await store.between(2, T0, T0 + 100, 3)).toEqual([1, 3, 5].map((n) => point(2, T0 + n)))
    await log.close()
  })
})

function point(deviceKey: number, timeS: number) {
  return {
    ...{ deviceKey, timeS, latE6: -1_000_001, lngE6: 179_999_999, speedDkmh: 10, headingDeg: 359, altitudeM: -5 },
    ...{ satellites: 8, signal: 20, alarmBits: 0xffff_ffff, statusBits: 0b111, odometerM: 1_600_000_000 },
  }
}
