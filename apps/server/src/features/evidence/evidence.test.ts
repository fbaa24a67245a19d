import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import {
  type CustodyEntry,
  custodyPath,
  EVIDENCE_WAITING_AN_ACCOUNT,
  type EvidencePackage,
  evidenceCoverPath,
  evidenceFileAddress,
  evidenceKeyPath,
  evidencePath,
} from '@fleetglass/contract/evidence'
import { recordingLocksPath } from '@fleetglass/contract/exports'
import { verifyEvidence } from '@fleetglass/evidence'
import { until } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'

const DEVICE = '12345678999'
const START_S = Date.UTC(2026, 8, 1, 10) / 1000
const password = sha256(ADMIN_PASSWORD)
/** `motion` of a stored point at 36 km/h (services/tracks/point-format.ts). */
const MOTION = 360 * 2 ** 35
const wish = { deviceid: DEVICE, channels: [1, 2], start: START_S + 10, end: START_S + 100, reason: 'Accident, file 7' }

describe('evidence', () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-evidence-'))
  let server: TestServer
  const start = () => startTestServer({ data, config: { timeZone: 0, recordingDays: 29_999, eventDays: 29_999 } })

  // Minutes 0 and 1 of channel 1; ten seconds of channel 2; a track and an event in minute 0.
  beforeAll(async () => {
    for (const minute of [0, 1]) {
      recordVideo(join(data, 'media'), { deviceId: DEVICE, channel: 1, startMs: (START_S + minute * 60) * 1000 })
    }
    const short = { deviceId: DEVICE, channel: 2, startMs: START_S * 1000, seconds: 30, sound: false }
    recordVideo(join(data, 'media'), short)
    server = await start()
    const link = await server.login()
    await link.request('D01', { A: DEVICE, C: '3', F: '0' })
    await link.close()
    await changeDatabase(server, (file) => {
      const { key } = file.prepare('select key from devices').get() as { key: number }
      const point = file.prepare('insert into track_points values (?, ?, 24000000, ?, ?, 0, 0)')
      for (let at = 0; at <= 120; at += 10) point.run(key, START_S + at, 120_000_000 + at * 100, MOTION)
      file
        .prepare(
          `insert into events (device_key, time_s, code, change, name, memo, call, lat_e6, lng_e6, speed_dkmh, late)
           values (?, ?, 6, 'new', 'Harsh braking', '', 0, 24000000, 120000000, 360, 0)`,
        )
        .run(key, START_S + 30)
    })
    await addUsers(
      server,
      { name: 'ann', permission: 1, access: withoutFlags(fullAccess, ['F_gps']) },
      { name: 'bob', permission: 2, access: fullAccess },
    )
    await until('the recordings are in the index', async () => {
      const asked = await call('POST', evidencePath, { ...wish, channels: [2] })
      if ('code' in (asked.body as object)) return false
      const made = await over((asked.body as EvidencePackage).id)
      await call('DELETE', evidencePath, { id: made.id })
      return made.state === 'ready'
    })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  async function call(method: string, path: string, body: object = {}, username = ADMIN) {
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const isRead = method === 'GET'
    const query = isRead ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
    const reply = await fetch(`http://127.0.0.1:${server.ports.http}${path}${query}`, {
      method,
      headers: { authorization: basic, ...(!isRead && { 'content-type': 'application/json' }) },
      ...(!isRead && { body: JSON.stringify({ username, password, ...body }) }),
    })
    return { status: reply.status, body: (await reply.json()) as unknown }
  }
  const list = async (username = ADMIN) => (await call('GET', evidencePath, {}, username)).body as EvidencePackage[]
  const over = async (id: string): Promise<EvidencePackage> =>
    await until('the package is made', async () => {
      const found = (await list()).find((one) => one.id === id)
      return found !== undefined && ['ready', 'failed'].includes(found.state) && found
    })
  const download = (id: string, user = ADMIN, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.ports.http}${evidenceFileAddress({ id, user, password })}`, { headers })
  async function made(changes: Partial<typeof wish> = {}, username = ADMIN): Promise<EvidencePackage> {
    const { status, body } = await call('POST', evidencePath, { ...wish, ...changes }, username)
    expect([status, body]).toMatchObject([200, { state: 'waiting' }])
    return await over((body as EvidencePackage).id)
  }
  const custody = async (id: string) => (await call('GET', custodyPath, { id })).body as CustodyEntry[]
  const acts = async (id: string) => (await custody(id)).map(({ user, act }) => `${user} ${act}`)

  it('is a package of the recordings, the track, the events and the device that verifies with the key of the site', async () => {
    const { id, ...row } = await made()
    expect(row).toMatchObject({
      state: 'ready',
      percent: 100,
      reason: wish.reason,
      user: ADMIN,
      track: true,
      failure: null,
    })
    const reply = await download(id)
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="evidence-${DEVICE}-20260901-100010Z.zip"`,
    )
    const zip = new Uint8Array(await reply.arrayBuffer())
    expect(zip.length).toBe(row.bytes)
    const { publicKey, fingerprint } = (await call('GET', evidenceKeyPath)).body as Record<string, string>
    const found = await verify(zip, publicKey as string)
    expect(found).toMatchObject({
      isValid: true,
      fingerprint,
      manifest: {
        id,
        madeBy: ADMIN,
        reason: wish.reason,
        device: { deviceId: DEVICE },
        range: { from: '2026-09-01T10:00:10.000Z', to: '2026-09-01T10:01:40.000Z' },
        channels: [1, 2],
        files: [
          { name: 'footage/ch1.mp4' },
          { name: 'footage/ch2.mp4' },
          { name: 'track/track.gpx' },
          { name: 'track/track.json' },
          { name: 'events.json' },
          { name: 'device.json' },
        ],
      },
    })
    // The second channel was recorded for thirty seconds: what is missing is named.
    const gaps = found.manifest?.gaps.filter(({ channel }) => channel === 2)
    expect(gaps).toHaveLength(1)
    expect(gaps?.[0]?.to).toBe('2026-09-01T10:01:40.000Z')
    const text = Buffer.from(zip)
    expect(text.toString('latin1').match(/<trkpt/g)).toHaveLength(10)
    expect(text.includes('"name": "Harsh braking"')).toBe(true)
    const footage = fileOf(text, found.manifest?.files ?? [], 0)
    expect(['ftyp', 'vide', 'soun'].map((box) => footage.includes(box))).toEqual([true, true, true])
  })

  it('is answered in parts, as a player of a download asks', async () => {
    const { id, bytes } = await made({ channels: [2] })
    const part = await download(id, ADMIN, { range: 'bytes=0-3' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-3/${bytes}`])
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1')).toBe('PK\u0003\u0004')
  })

  async function locks() {
    const { body } = await call('GET', recordingLocksPath, { deviceid: DEVICE })
    return (body as { id: number; reason: string; start: number }[]).filter(({ reason }) => reason === wish.reason)
  }

  it('locks the recordings until it is released, and keeps its chain of custody', async () => {
    const { id } = await made({ channels: [1] })
    const [lock] = await locks()
    expect(lock).toMatchObject({ start: wish.start })
    const unlock = await call('DELETE', recordingLocksPath, { deviceid: DEVICE, id: lock?.id })
    expect(unlock.body).toEqual(failedCall('locked-by-evidence'))
    await (await download(id)).arrayBuffer()
    await (await download(id)).arrayBuffer()
    expect(await acts(id)).toEqual(['admin requested', 'admin made', 'admin downloaded', 'admin viewed'])
    const before = (await locks()).length
    expect((await call('DELETE', evidencePath, { id })).status).toBe(200)
    expect(await locks()).toHaveLength(before - 1)
    expect((await list()).some((one) => one.id === id)).toBe(false)
    expect(existsSync(join(data, 'evidence', `${id}.zip`))).toBe(false)
    expect((await download(id)).status).toBe(404)
  })

  it('has a cover sheet with its chain of custody, in each language', async () => {
    const { id } = await made({ channels: [2] })
    for (const language of ['en', 'tw', 'ar', 'xx']) {
      const query = new URLSearchParams({ id, language, tz: '480' })
      const headers = { authorization: `Basic ${Buffer.from(`${ADMIN}:${password}`).toString('base64')}` }
      const reply = await fetch(`http://127.0.0.1:${server.ports.http}${evidenceCoverPath}?${query}`, { headers })
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    }
    expect(await acts(id)).toContain('admin viewed')
  })

  it('says why a package could not be made, and unlocks its recordings', async () => {
    const before = await locks()
    expect(await made({ channels: [3] })).toMatchObject({ state: 'failed', failure: 'nothing-recorded' })
    await until('they are unlocked', async () => (await locks()).length === before.length)
  })

  it('has no track for who may not see positions, who cannot download one with a track either', async () => {
    const own = await made({ channels: [2] }, 'ann')
    expect(own.track).toBe(false)
    const zip = new Uint8Array(await (await download(own.id, 'ann')).arrayBuffer())
    const { manifest } = await verify(zip)
    expect(manifest?.files.map(({ name }) => name)).toEqual(['footage/ch2.mp4', 'events.json', 'device.json'])
    expect(Buffer.from(zip).includes('"lat"')).toBe(false)
    const full = await made({ channels: [2] })
    expect((await download(full.id, 'ann')).status).toBe(403)
  })

  it.each([
    ['an unknown device', { deviceid: 'nobody' }, 'unknown-device'],
    ['a channel that the device does not have', { channels: [9] }, 'unknown-channel'],
    ['a time to come', { start: 99_999_990_000, end: 99_999_990_100 }, 'nothing-recorded'],
    ['no reason', { reason: '  ' }, 'invalid-field'],
    ['a reason that moves the cursor', { reason: 'a\u001b[2J' }, 'invalid-field'],
    ['no channel', { channels: [] }, 'invalid-field'],
    ['a channel twice', { channels: [1, 1] }, 'invalid-field'],
    ['an end before the start', { end: wish.start - 1 }, 'invalid-field'],
    ['more than six hours', { end: wish.start + 6 * 3600 + 1 }, 'invalid-field'],
  ])('is refused for %s', async (_of, changes, code) => {
    const before = await list()
    expect((await call('POST', evidencePath, { ...wish, ...changes })).body).toMatchObject({ hasError: true, code })
    expect(await list()).toEqual(before)
  })

  it('is neither seen nor downloaded nor released by who may not', async () => {
    const { id } = await made({ channels: [2] })
    const denied = { hasError: true, code: 'permission-denied' }
    expect((await call('GET', evidencePath, {}, 'bob')).body).toMatchObject(denied)
    expect((await call('POST', evidencePath, wish, 'bob')).body).toMatchObject(denied)
    expect((await call('DELETE', evidencePath, { id }, 'ann')).body).toMatchObject(denied)
    expect((await download(id, 'bob')).status).toBe(403)
    expect((await call('GET', custodyPath, { id: '0'.repeat(32) })).body).toEqual(failedCall('unknown-evidence'))
  })

  it('has a limit of packages that wait or are made, for each user', async () => {
    await changeDatabase({ data }, (file) => {
      const add = file.prepare(
        `insert into evidence_packages
         (id, device_key, device_id, channels, start_ms, end_ms, reason, user_name, requested_s, track, state, failure, percent, bytes, holder, lease_until_ms)
         values (?, 1, ?, 1, 0, 1, '', ?, 0, 1, 'making', '', 0, 0, 'another server', 99999999999999)`,
      )
      for (let n = 0; n < EVIDENCE_WAITING_AN_ACCOUNT; n++) add.run(String(n).repeat(32), DEVICE, ADMIN)
    })
    expect((await call('POST', evidencePath, wish)).body).toEqual(failedCall('too-many-evidence'))
    expect(await made({ channels: [2] }, 'ann')).toMatchObject({ state: 'ready' })
    await changeDatabase({ data }, (file) => {
      file.prepare("delete from evidence_packages where holder = 'another server'").run()
    })
  })

  it('is made again from its beginning after a kill, and what a kill left is removed', async () => {
    const ready = await made({ channels: [2] })
    await server.close()
    const folder = join(data, 'evidence')
    const file = join(folder, `${ready.id}.zip`)
    // As if the server had been killed while it wrote.
    writeFileSync(`${file}.part`, readFileSync(file).subarray(0, 1000))
    rmSync(file)
    writeFileSync(join(folder, `${'0'.repeat(32)}.zip`), 'of no package')
    await changeDatabase({ data }, (database) => {
      database
        .prepare("update evidence_packages set state = 'making', holder = 'killed', lease_until_ms = 1 where id = ?")
        .run(ready.id)
    })
    server = await start()
    expect(await over(ready.id)).toMatchObject({ state: 'ready' })
    const zip = new Uint8Array(await (await download(ready.id)).arrayBuffer())
    expect(await verify(zip)).toMatchObject({ isValid: true })
    const ids = (await list()).filter(({ state }) => state === 'ready').map(({ id }) => `${id}.zip`)
    expect(readdirSync(folder).toSorted()).toEqual(ids.toSorted())
  })

  it('is signed with the same key after a restart', async () => {
    const before = (await call('GET', evidenceKeyPath)).body
    await server.close()
    server = await start()
    expect((await call('GET', evidenceKeyPath)).body).toEqual(before)
  })
})

async function verify(zip: Uint8Array, publicKey?: string) {
  const source = { size: zip.length, read: async (at: number, length: number) => zip.subarray(at, at + length) }
  return await verifyEvidence(source, publicKey === undefined ? {} : { publicKey })
}

/** The bytes of a file: behind a header of 30 bytes, its name and 20 bytes of ZIP64. */
function fileOf(zip: Buffer, files: readonly { readonly name: string; readonly size: number }[], index: number) {
  let at = 0
  for (const [n, { name, size }] of files.entries()) {
    at += 30 + name.length + 20
    if (n === index) return zip.subarray(at, at + size)
    at += size
  }
  throw new Error('there is no such file')
}
