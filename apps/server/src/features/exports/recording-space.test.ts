import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullAccess } from '@fleetglass/contract/access'
import { recordingLocksPath, recordingSpacePath } from '@fleetglass/contract/exports'
import { until } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { failedCall } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const DEVICE = '12345678999'
const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 8, 1, 10)
const START_S = START_MS / 1000

describe('the room for recordings', () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-room-'))
  const media = join(data, 'media')
  let server: TestServer | null = null
  const record = (minute: number, channel = 1, seconds = 20): string =>
    recordVideo(media, { deviceId: DEVICE, channel, startMs: START_MS + minute * 60_000, seconds, sound: false })

  afterAll(async () => {
    await server?.close()
    rmSync(data, { recursive: true, force: true })
  })

  function rows(): number {
    const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
    const { count } = database.prepare('select count(*) as count from recordings').get() as { count: number }
    database.close()
    return count
  }

  async function call(method: string, path: string, body: object = {}, user = ADMIN) {
    const { ports } = server as TestServer
    const credentials = { username: user, password: sha256(ADMIN_PASSWORD) }
    if (method !== 'GET') return callHttp({ ports }, method, path, { body: { ...credentials, ...body } })
    const session = await callHttp({ ports }, 'POST', '/gkserver/session', { body: credentials })
    const cookie = String(session.headers['set-cookie']).split(';')[0] ?? ''
    const query = Object.entries(body).map(([name, value]) => `${name}=${value}`)
    return callHttp({ ports }, method, `${path}?${query.join('&')}`, { headers: { cookie } })
  }

  const lock = { deviceid: DEVICE, ch: 1, start: START_S + 65, end: START_S + 70, reason: 'accident' }

  it('a locked range is never deleted: neither by command nor by its age', async () => {
    const [first, locked, third, other] = [record(0), record(1), record(2), record(1, 2)] as [
      string,
      string,
      string,
      string,
    ]
    server = await startTestServer({ data, clock: fastClock(1, START_MS + 600_000), config: { recordingDays: 2 } })
    const link = await server.login()
    await link.request('D01', { A: DEVICE, C: '2', F: '0' })
    await until('the recordings are in the index', () => rows() === 4)
    const made = await call('POST', recordingLocksPath, lock)
    expect(made.status).toBe(200)
    const { start, end } = lock
    expect(JSON.parse(made.text)).toEqual([
      { ...lock, id: expect.any(Number), user: ADMIN, start, end, time: expect.any(Number) },
    ])
    // Channel 1 of the whole device is to be deleted; minute 1 of it is locked.
    expect((await link.request('D15', { A: DEVICE, B: '0', E: String(START_S + 90) })).fields.R).not.toBe('0')
    expect([first, locked, third, other].map((path) => existsSync(path))).toEqual([false, true, true, false])
    expect((await call('GET', recordingLocksPath, { deviceid: DEVICE })).text).toBe(made.text)
    await link.close()
    await server.close()

    // Days later.
    const clock = fastClock(2_400, START_MS + 2.2 * DAY_MS)
    server = await startTestServer({ data, clock, config: { recordingDays: 2 } })
    await until('the other one is gone', () => !existsSync(third))
    await until('its row too', () => rows() === 1)
    expect(existsSync(locked)).toBe(true)

    const [{ id }] = JSON.parse(made.text) as [{ id: number }]
    const left = await call('DELETE', recordingLocksPath, { deviceid: DEVICE, id })
    expect(left.text).toBe('[]')
    await until('once unlocked it goes', () => !existsSync(locked))
  })

  it('who may not lock, a range that is none and a device that is not there are refused', async () => {
    await addUsers(server as TestServer, { name: 'operator', permission: 2, access: fullAccess })
    expect((await call('POST', recordingLocksPath, lock, 'operator')).status).toBe(403)
    expect((await call('GET', recordingLocksPath, { deviceid: DEVICE }, 'operator')).status).toBe(200)
    const bad: readonly (readonly [object, string])[] = [
      [{ ...lock, deviceid: 'nobody' }, 'there is no such device'],
      [{ ...lock, ch: 3 }, failedCall('unknown-channel').message],
      [{ ...lock, end: lock.start }, 'end: the end is not behind the start'],
      [{ ...lock, start: 'x' }, 'start: '],
      [{ ...lock, start: 1e15, end: 1e16 }, 'start: '],
      [{ ...lock, reason: 'x'.repeat(256) }, 'reason: has more than 255 characters'],
    ]
    for (const [body, reason] of bad) {
      const { body: received } = await call('POST', recordingLocksPath, body)
      expect(received.hasError, reason).toBe(true)
      expect(received.message).toContain(reason)
    }
    const unlocked = await call('DELETE', recordingLocksPath, { deviceid: DEVICE, id: 12 })
    expect(unlocked.body).toEqual(failedCall('unknown-lock'))
  })

  it('a device has at most 1000 locks', async () => {
    await server?.close()
    const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
    database.exec(`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 1000)
      insert into recording_locks (device_key, channel, start_ms, end_ms, user_name, reason, time_s)
      select key, 1, n, n + 1, 'admin', '', 0 from counted, devices`)
    database.close()
    server = await startTestServer({ data, clock: fastClock(1, START_MS + 600_000), config: { recordingDays: 2 } })
    expect((await call('POST', recordingLocksPath, lock)).body).toEqual(failedCall('too-many-locks'))
    const [{ id }] = JSON.parse((await call('GET', recordingLocksPath, { deviceid: DEVICE })).text) as [{ id: number }]
    await call('DELETE', recordingLocksPath, { deviceid: DEVICE, id })
    expect((await call('POST', recordingLocksPath, lock)).text).toContain(lock.reason)
    await changeDatabase(server, (file) => file.exec('delete from recording_locks'))
  })

  it('[low] reports the stored recordings, which ones are deleted first, and that as many bytes are deleted as arrive', async () => {
    await server?.close()
    const [oldest, newest] = [record(0), record(5)]
    server = await startTestServer({ data, clock: fastClock(1, START_MS + 3_600_000), config: { recordingDays: 2 } })
    await until('the recordings are in the index', () => rows() === 2)
    await call('POST', recordingLocksPath, { ...lock, start: START_S, end: START_S + 1 })
    const space = (await call('GET', recordingSpacePath)).body
    const bytes = statSync(oldest).size + statSync(newest).size
    expect(space).toMatchObject({ bytesPerDay: bytes, usedBytes: bytes, lockedBytes: statSync(oldest).size })
    // What all devices come to is for who sees all of them.
    const group = await server.directory.registry.addGroup(1, 'North')
    if (typeof group === 'string') throw new Error('no group')
    await addUsers(server, { name: 'of a group', permission: 1, access: fullAccess, groupId: group.id })
    const { body: ofGroup } = await call('GET', recordingSpacePath, {}, 'of a group')
    expect(ofGroup).toMatchObject({ bytesPerDay: null, usedBytes: null, lockedBytes: null, first: null })
    expect(ofGroup.freeBytes).toBeGreaterThan(0)
    // The locked one stays: the next one is first, two days after it began.
    const start = START_S + 5 * 60
    expect(space).toMatchObject({ full: null, stopped: null })
    expect((space.first as { start: number }).start - start).toBeLessThanOrEqual(0)
    expect((space.first as { start: number }).start - start).toBeGreaterThan(-2)
    expect((space.first as { goes: number }).goes - start - 2 * 86_400).toBeGreaterThan(-2)
  })
})
