// Share links on a real server: what they open, for whom, for how long, and what ends them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullAccess } from '@fleetglass/contract/access'
import {
  type CustodyEntry,
  custodyPath,
  type EvidencePackage,
  type EvidenceShare,
  evidenceCoverPath,
  evidenceFileAddress,
  evidencePath,
  evidenceSharesPath,
  type MadeShare,
  SHARES_OF_PACKAGE_MAX,
  type SharedEvidence,
  sharedEvidencePath,
  sharedFileAddress,
  sharedFilePath,
  sharedVideoAddress,
  sharedVideoPath,
} from '@fleetglass/contract/evidence'
import { verifyEvidence } from '@fleetglass/evidence'
import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { type PostgresCluster, postgresBinaries, sharedPostgres } from '../../../test/databases/postgres-cluster.ts'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { type Opened, openDownload } from '../../../test/rights/open-access.ts'

const DEVICE = '12345678999'
const START_S = Date.UTC(2026, 8, 1, 10) / 1000
const MINUTES = 4
const END_S = START_S + MINUTES * 60
const password = sha256(ADMIN_PASSWORD)
const binaries = postgresBinaries()

interface Visit {
  readonly shared: SharedEvidence
  readonly cookie: string
}

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe.skipIf(kind === 'PostgreSQL' && binaries === null)(`a share link on ${kind}`, () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-shares-'))
    let cluster: PostgresCluster | undefined
    let server: TestServer
    let clock: ManualClock
    let evidence: EvidencePackage

    beforeAll(async () => {
      // More than the buffers between server and client hold: a download is still under way when its link ends.
      for (let minute = 0; minute < MINUTES; minute++) {
        const startMs = (START_S + minute * 60) * 1000
        recordVideo(join(data, 'media'), { deviceId: DEVICE, channel: 1, startMs, clip: 'road' })
      }
      recordVideo(join(data, 'media'), { deviceId: DEVICE, channel: 2, startMs: START_S * 1000, seconds: 20 })
      if (kind === 'PostgreSQL') cluster = await sharedPostgres(binaries ?? '')
      const database = cluster && { database: await cluster.createDatabase() }
      clock = createManualClock((START_S + 86_400) * 1000)
      server = await startTestServer({ data, clock, config: { timeZone: 0, recordingDays: 29_999, ...database } })
      const link = await server.login()
      await link.request('D01', { A: DEVICE, C: '3', F: '0' })
      await link.close()
      // The index takes channel 2 last: a package of both could be made of a part of channel 1 before.
      const last = await saved([2])
      await call('DELETE', evidencePath, { id: last.id })
      evidence = await saved([1, 2])
    }, 60_000)
    afterAll(async () => {
      await server.close()
      await cluster?.close()
      rmSync(data, { recursive: true, force: true })
    })

    const basic = (user = ADMIN) => ({
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    })
    function call(method: string, path: string, body: object = {}, username = ADMIN) {
      if (method !== 'GET') return callHttp(server, method, path, { body: { username, password, ...body } })
      return callHttp(server, method, `${path}?${new URLSearchParams(body as Record<string, string>)}`, {
        headers: basic(username),
      })
    }
    const list = async () => JSON.parse((await call('GET', evidencePath)).text) as EvidencePackage[]
    const saved = (channels: readonly number[]) =>
      until(`the recordings of ${channels} are in the index, and a package of them is made`, async () => {
        const wish = { deviceid: DEVICE, channels, start: START_S, end: END_S, reason: 'Accident, file 7' }
        const asked = (await call('POST', evidencePath, wish)).body as unknown as EvidencePackage
        if (!('id' in asked)) return false
        const over = await until('the package is made', async () => {
          const one = (await list()).find(({ id }) => id === asked.id)
          return one !== undefined && one.state !== 'waiting' && one.state !== 'making' && one
        })
        return over.state === 'ready' && over
      })
    const fetchFile = (user: string) =>
      fetch(`http://127.0.0.1:${server.ports.http}${evidenceFileAddress({ id: evidence.id, user, password })}`)
    const links = async () =>
      JSON.parse((await call('GET', evidenceSharesPath, { id: evidence.id })).text) as EvidenceShare[]
    const revoke = (share: string, user = ADMIN) => call('DELETE', evidenceSharesPath, { share }, user)
    async function made(wish: object = {}, user = ADMIN): Promise<MadeShare> {
      const reply = await call('POST', evidenceSharesPath, { id: evidence.id, hours: 1, ...wish }, user)
      expect(reply.body).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/) })
      return reply.body as unknown as MadeShare
    }
    const enter = (token: string, linkPassword?: string, from = '127.0.0.1') =>
      callHttp(server, 'POST', sharedEvidencePath, {
        from,
        body: { token, ...(linkPassword !== undefined && { linkPassword: sha256(linkPassword) }) },
      })
    async function entered(token: string, linkPassword?: string): Promise<Visit> {
      const reply = await enter(token, linkPassword)
      expect(reply.status).toBe(200)
      const cookie = String(reply.headers['set-cookie'])
      return { shared: reply.body as unknown as SharedEvidence, cookie: cookie.split(';')[0] ?? '' }
    }
    const read = (path: string, cookie: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${server.ports.http}${path}`, { headers: { ...headers, cookie } })
    const video = ({ shared, cookie }: Visit, channel = 1, headers: Record<string, string> = {}) =>
      read(sharedVideoAddress({ share: shared.share, channel }), cookie, headers)
    const custody = async () => JSON.parse((await call('GET', custodyPath, { id: evidence.id })).text) as CustodyEntry[]
    const stepsOf = async (link: string) =>
      (await custody()).filter((step) => step.link === link).map(({ user, act, channel }) => [user, act, channel])
    const running = ({ shared, cookie }: Visit): Promise<Opened> =>
      openDownload(server, `GET ${sharedFilePath}`, sharedFileAddress(shared.share), { headers: { cookie } })

    it('the chain of custody tells two links for one receiver apart', async () => {
      const [first, second] = [await made({ receiver: 'Police' }), await made({ receiver: 'Police' })]
      expect([first.share.name, second.share.name]).toEqual(['Police', 'Police (2)'])
      await revoke(first.share.share)
      expect(await stepsOf('Police')).toEqual([
        [ADMIN, 'shared', 0],
        [ADMIN, 'revoked', 0],
      ])
      expect(await stepsOf('Police (2)')).toEqual([[ADMIN, 'shared', 0]])
      await revoke(second.share.share)
    })

    it('opens the recordings and the package without an account, and each use is in the chain of custody', async () => {
      const { token, share } = await made({ receiver: 'Insurer' })
      expect(share).toMatchObject({ name: 'Insurer', user: ADMIN, hasPassword: false })
      expect(share.expires - share.time).toBe(3_600)
      const visit = await entered(token)
      expect(visit.shared).toEqual({
        share: share.share,
        expiresMs: share.expires * 1000,
        vehicle: '',
        deviceId: DEVICE,
        reason: 'Accident, file 7',
        madeBy: ADMIN,
        madeMs: evidence.time * 1000,
        startMs: START_S * 1000,
        endMs: END_S * 1000,
        utcOffsetMinutes: expect.any(Number) as number,
        channels: [1, 2],
        publicKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        fileName: `evidence-${DEVICE}-20260901-100000Z.zip`,
        bytes: evidence.bytes,
      })
      const recording = await video(visit)
      expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'video/mp4'])
      expect(recording.headers.get('content-disposition')).toMatch(/^inline/)
      expect(Buffer.from(await recording.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
      const zip = new Uint8Array(await (await read(sharedFileAddress(share.share), visit.cookie)).arrayBuffer())
      const source = { size: zip.length, read: async (at: number, length: number) => zip.subarray(at, at + length) }
      expect(await verifyEvidence(source)).toMatchObject({ isValid: true })
      await fetch(`http://127.0.0.1:${server.ports.http}${sharedFileAddress(share.share)}`, {
        method: 'HEAD',
        headers: { cookie: visit.cookie },
      })
      await video(visit, 2)
      await video(visit, 2, { range: 'bytes=1000-' })
      expect(await stepsOf('Insurer')).toEqual([
        [ADMIN, 'shared', 0],
        ['', 'opened', 0],
        ['', 'watched', 1],
        ['', 'downloaded', 0],
        ['', 'watched', 2],
      ])
      expect((await links()).some((one) => one.share === share.share)).toBe(true)
    })

    it('keeps its secret out of addresses, answers, the database and the audit log', async () => {
      const { token, share } = await made({ linkPassword: sha256('correct horse') })
      const reply = await enter(token, 'correct horse')
      const cookie = String(reply.headers['set-cookie'])
      expect(cookie).toMatch(
        new RegExp(
          `^fleetglass_share_${share.share}=\\S+; Path=${sharedEvidencePath}; Max-Age=\\d+; HttpOnly; SameSite=Strict$`,
        ),
      )
      expect(reply.text).not.toContain(token)
      expect(JSON.stringify(await links())).not.toContain(token)
      if (kind === 'SQLite') {
        await changeDatabase(server, (file) => {
          const tables = ['evidence_shares', 'evidence_custody', 'audit_log']
          const rows = tables.map((table) => file.prepare(`select * from ${table}`).all())
          const text = JSON.stringify(rows)
          expect(text).toContain(share.share)
          expect(text).not.toContain(token)
          expect(text).not.toContain(sha256('correct horse'))
        })
      }
    })

    it('is answered in parts, and what asks for bytes outside of a recording gets none of the package', async () => {
      const visit = await entered((await made()).token)
      const part = await video(visit, 1, { range: 'bytes=4-7' })
      expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
      const length = Number((await video(visit)).headers.get('content-length'))
      expect(length).toBeLessThan(evidence.bytes)
      for (const range of [`bytes=${length}-`, `bytes=${length}-${evidence.bytes}`, 'bytes=-0']) {
        expect((await video(visit, 1, { range })).status, range).toBe(416)
      }
      const last = await video(visit, 1, { range: `bytes=${length - 1}-${evidence.bytes}` })
      expect([last.status, last.headers.get('content-range')]).toEqual([
        206,
        `bytes ${length - 1}-${length - 1}/${length}`,
      ])
      for (const channel of ['3', '0', '../../device', '1/../../events.json', 'ch1', '']) {
        const path = `${sharedVideoPath}?share=${visit.shared.share}&channel=${encodeURIComponent(channel)}`
        expect((await read(path, visit.cookie)).status, channel).toBeGreaterThanOrEqual(400)
      }
    })

    it('says the same of a link that is unknown, revoked, expired, forged or of a released package', async () => {
      const unknown = failedCall('unknown-share')
      const { token, share } = await made()
      const visit = await entered(token)
      const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
      for (const guess of ['', 'x', '../../etc/passwd', '0'.repeat(43), forged, `${token} `]) {
        expect((await enter(guess)).body, guess).toEqual(unknown)
      }
      const [name = ''] = visit.cookie.split('=')
      for (const cookie of ['', `${name}=`, `${name}=${forged}`, `${name}=${token}.x`, `${name}x=${token}`]) {
        expect((await read(sharedFileAddress(share.share), cookie)).status, cookie).toBe(404)
      }
      // The pass of one link does not open another.
      const other = await made()
      expect((await read(sharedFileAddress(other.share.share), visit.cookie)).status).toBe(404)
      expect(
        (await read(sharedFileAddress(other.share.share), `fleetglass_share_${other.share.share}=${token}`)).status,
      ).toBe(404)
      await revoke(share.share)
      expect((await enter(token)).body).toEqual(unknown)
      expect((await video(visit)).status).toBe(404)
      expect((await revoke(share.share)).body).toEqual(unknown)
      const late = await entered(other.token)
      clock.advance(3_600_000)
      expect((await enter(other.token)).body).toEqual(unknown)
      expect((await video(late)).status).toBe(404)
      expect(await links()).toEqual([])
    })

    it('asks for its password, slows guesses down, and opens nothing without it', async () => {
      const { token, share } = await made({ linkPassword: sha256('correct horse') })
      expect((await enter(token)).body).toEqual(failedCall('share-password-needed'))
      expect((await read(sharedFileAddress(share.share), `fleetglass_share_${share.share}=${token}`)).status).toBe(404)
      for (let guess = 0; guess < 6; guess++) {
        expect((await enter(token, `guess ${guess}`, '127.0.0.9')).body).toEqual(failedCall('share-password-wrong'))
      }
      // Also the right one, from where the guesses came.
      expect((await enter(token, 'correct horse', '127.0.0.9')).body).toMatchObject({ code: 'too-many-attempts' })
      expect((await video(await entered(token, 'correct horse'))).status).toBe(200)
    })

    it.each([
      ['is revoked', async ({ share }: MadeShare) => void (await revoke(share.share))],
      ['expires', async () => clock.advance(3_600_000)],
    ])('ends what is open by it when it %s', async (_how, end) => {
      const link = await made()
      const download = await running(await entered(link.token))
      await end(link)
      expect(await download.outcome()).toBe('cut')
    })

    it('is refused for what it cannot be', async () => {
      for (const wish of [{ hours: 2 }, { hours: 8_760 }, { receiver: 'a\u202eb' }, { receiver: 'x'.repeat(81) }]) {
        const reply = await call('POST', evidenceSharesPath, { id: evidence.id, hours: 1, ...wish })
        expect(reply.body, JSON.stringify(wish)).toMatchObject({ hasError: true, code: 'invalid-field' })
      }
      const nothing = await call('POST', evidenceSharesPath, { id: '0'.repeat(32), hours: 1 })
      expect(nothing.body).toEqual(failedCall('unknown-evidence'))
    })

    it('is one of a limited number', async () => {
      for (const { share } of await links()) await revoke(share)
      for (let n = 0; n < SHARES_OF_PACKAGE_MAX; n++) await made()
      const reply = await call('POST', evidenceSharesPath, { id: evidence.id, hours: 1 })
      expect(reply.body).toEqual(failedCall('too-many-shares', { most: SHARES_OF_PACKAGE_MAX }))
      for (const { share } of await links()) await revoke(share)
    })

    describe.skipIf(kind === 'PostgreSQL')('of an account', () => {
      beforeAll(() =>
        addUsers(
          server,
          { name: 'ann', permission: 1, access: fullAccess },
          { name: 'bob', permission: 2, access: fullAccess },
          { name: 'cid', permission: 1 },
          { name: 'dan', permission: 1, retentionDays: 2 },
        ),
      )

      it('is neither made nor listed nor revoked by who may not save evidence', async () => {
        const { share } = await made()
        const denied = { hasError: true, code: 'permission-denied' }
        expect((await call('POST', evidenceSharesPath, { id: evidence.id, hours: 1 }, 'bob')).body).toMatchObject(
          denied,
        )
        expect((await call('GET', evidenceSharesPath, { id: evidence.id }, 'bob')).body).toMatchObject(denied)
        expect((await revoke(share.share, 'bob')).body).toMatchObject(denied)
      })

      it('ends when the account loses the right or is removed, also for another account of its name', async () => {
        const { token } = await made({}, 'ann')
        const download = await running(await entered(token))
        await changeDatabase(server, (file) => file.prepare("update users set permission = 2 where name = 'ann'").run())
        clock.advance(5_000)
        expect(await download.outcome()).toBe('cut')
        expect((await enter(token)).body).toEqual(failedCall('unknown-share'))
        const ofCid = await made({}, 'cid')
        await entered(ofCid.token)
        await changeDatabase(server, (file) => file.prepare("update users set id = id + 1000 where name = 'cid'").run())
        expect((await enter(ofCid.token)).body).toEqual(failedCall('unknown-share'))
      })
    })

    it.skipIf(kind === 'PostgreSQL')(
      'and its package end for an account whose oldest visible time has passed the begin of the package',
      async () => {
        const wish = { deviceid: DEVICE, channels: [1], start: START_S, end: END_S, reason: 'Accident, file 7' }
        const { token } = await made({ hours: 168 }, 'dan')
        expect((await enter(token)).status).toBe(200)
        clock.setWallClock((START_S + 2 * 86_400 + 1) * 1000)
        expect((await enter(token)).body).toEqual(failedCall('unknown-share'))
        const unknown = failedCall('unknown-evidence')
        const { id } = evidence
        expect(JSON.parse((await call('GET', evidencePath, {}, 'dan')).text)).toEqual([])
        expect((await call('GET', custodyPath, { id }, 'dan')).body).toEqual(unknown)
        expect((await call('GET', evidenceCoverPath, { id, language: 'en' }, 'dan')).body).toEqual(unknown)
        expect((await call('POST', evidenceSharesPath, { id, hours: 1 }, 'dan')).body).toEqual(unknown)
        expect((await fetchFile('dan')).status).toBe(404)
        expect((await call('POST', evidencePath, wish, 'dan')).body).toEqual(failedCall('nothing-recorded'))
        expect((await list()).map((one) => one.id)).toContain(id)
      },
    )

    it('ends with its package', async () => {
      const { token } = await made()
      const visit = await entered(token)
      const download = await running(visit)
      await call('DELETE', evidencePath, { id: evidence.id })
      clock.advance(5_000)
      expect(await download.outcome()).toBe('cut')
      expect((await enter(token)).body).toEqual(failedCall('unknown-share'))
      expect((await video(visit)).status).toBe(404)
    })
  })
}
