import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const TERMINAL = '13000000001'
const DAY_S = Date.UTC(2026, 8, 1) / 1000
const clock = fastClock(1, (DAY_S + 36_000) * 1000)

describe('gmslog.cgi', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock })
    const link = await server.login()
    await link.request('D01', { A: TERMINAL, C: '4', F: '0' })
    await link.close()
    await addUsers(server, { name: 'viewer', permission: 7, access: '1'.repeat(9) })
  })
  afterAll(() => server.close())

  const ask = (over: Record<string, string | number> = {}, port = server.ports.streams): Promise<Response> => {
    const query = new URLSearchParams({ type: 'syslog', deviceid: TERMINAL, t: String(DAY_S), tz: '0' })
    for (const [name, value] of Object.entries({ user: ADMIN, password: sha256(ADMIN_PASSWORD), ...over })) {
      query.set(name, String(value))
    }
    return fetch(`http://127.0.0.1:${port}/gmslog.cgi?${query}`)
  }

  it('[STRM-13] [STRM-29] [STRM-38] is the device’s day as text: connections, streams and their ends, in the offset asked for', async () => {
    const pictures = { 1: clipVideo(TERMINAL, 1), 2: { main: clipVideo(TERMINAL, 2) } }
    const device = await CameraDevice.connect(server.ports.signalling, TERMINAL, clock, pictures)
    const viewer = await StreamClient.open(server.ports.streams, { deviceid: TERMINAL, channel: 1, main: 1 })
    await viewer.until(() => viewer.video.length > 0, 'a picture')
    await viewer.close()
    await device.close()
    const text = async (over: Record<string, string | number> = {}) => (await ask(over)).text()
    await expect.poll(() => text()).toMatch(/ disconnected from /)
    const lines = (await text()).trimEnd().split('\n')
    const received = lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /, ''))
    expect(received[0]).toMatch(/^connected from 127\.0\.0\.1:\d+$/)
    for (const expected of [
      'registered',
      'channel 1 main stream: asked for',
      'channel 1 main stream: the device agreed',
      'channel 1 main stream: plays',
    ]) {
      expect(received).toContain(expected)
    }
    const shifted = (await text({ tz: 28_800 })).split('\n')[0] ?? ''
    const localMs = (line: string) => Date.parse(`${line.slice(0, 10)}T${line.slice(11, 19)}Z`)
    expect(localMs(shifted) - localMs(lines[0] ?? '')).toBe(28_800_000)
    expect(await text({ t: DAY_S - 86_400 * 3 })).toBe('')
  })

  it('[STRM-01] [STRM-38] is served on the stream port and beside it, for F_lmdvrs_syslog and no other user', async () => {
    const { streams, main, http } = server.ports
    for (const port of [streams, main, http]) {
      const answer = await ask({}, port)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    }
    // Every endpoint of a stream is there: an unknown path is answered with the console's page, or 404 without one.
    for (const path of ['/pic.cgi', '/web.cgi']) {
      const answer = await fetch(`http://127.0.0.1:${streams}${path}`)
      expect(await answer.json()).toMatchObject({ hasError: true })
    }
    const stream = await StreamClient.open(streams, { deviceid: 'unknown', channel: 1 })
    expect((await stream.closed).code).toBe(4404)
    expect((await ask({ user: 'viewer' })).status).toBe(403)
    expect((await ask({ password: 'F'.repeat(64) })).status).toBe(401)
    expect((await ask({ deviceid: 'unknown' })).status).toBe(404)
    for (const wrong of [{ type: 'moon' }, { t: 'today' }, { tz: '999999' }, { deviceid: '../x' }]) {
      const answer = await ask(wrong)
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ hasError: true })])
    }
  })
})
