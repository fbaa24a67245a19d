// Ways in beside user and password on the main channel, and what ends them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startHonestServer as startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { cookieOf, credentials, groups, HOUR_MS, readFile, track, UNKNOWN_DEVICE, WRONG } from './account.fixtures.ts'

async function openCookie(server: TestServer, username: string, headers: Record<string, string> = {}) {
  const reply = await callHttp(server, 'POST', '/gkserver/session', { body: credentials(username), headers })
  expect(reply).toMatchObject({ status: 200, body: { hasError: false } })
  return { cookie: cookieOf(reply.headers), whole: String(reply.headers['set-cookie']) }
}

describe('another password', () => {
  let server: TestServer
  beforeAll(async () => {
    // The manual clock stands still: what ends, ends at once and not at the next request.
    server = await startTestServer({ clock: createManualClock() })
  })
  afterAll(() => server.close())
  const change = (body: object) => callHttp(server, 'PUT', '/gkserver/passwd', { body })

  it('[API0-21] [API0-22] takes user, old and new hash, and answers with hasError and message', async () => {
    await addUsers(server, { name: 'lin' })
    const reply = await change({ ...credentials('lin'), newpass: sha256('next') })
    expect({ status: reply.status, body: reply.body }).toEqual({
      status: 200,
      body: { hasError: false, message: 'the password was changed' },
    })
    expect(await track(server, 'lin', sha256(ADMIN_PASSWORD))).toMatchObject(WRONG)
    expect(await track(server, 'lin', sha256('next'))).toMatchObject(UNKNOWN_DEVICE)
    expect(await change({ ...credentials('lin'), newpass: sha256('x') })).toMatchObject(WRONG)
    expect(await change({ ...credentials('nobody'), newpass: sha256('x') })).toMatchObject(WRONG)
  })

  it('[API0-23] is 64 hex digits of something, and not the old one', async () => {
    await addUsers(server, { name: 'wen' })
    const refusals = await Promise.all(
      [
        'plain text',
        sha256('x').slice(1),
        `${sha256('x')}0`,
        '',
        undefined,
        7,
        sha256(''),
        sha256(ADMIN_PASSWORD).toLowerCase(),
      ].map((newpass) => change({ ...credentials('wen'), newpass })),
    )
    for (const { status, body } of refusals) {
      expect([status, body]).toMatchObject([200, { hasError: true, message: expect.stringMatching(/./) }])
    }
    expect(refusals.slice(-2).map(({ body }) => body)).toEqual([
      failedCall('empty-password'),
      failedCall('same-password'),
    ])
    expect(await track(server, 'wen', sha256(ADMIN_PASSWORD))).toMatchObject(UNKNOWN_DEVICE)
  })

  it('ends links, streams, cookies and remembered passwords of the account at once, and of no other account', async () => {
    await addUsers(server, { name: 'mei', permission: 0 })
    const admin = await server.login()
    await admin.request('D01', { A: '13812345678', B: '4' })
    const device = await DeviceClient.tcp(server.ports.signalling, '13812345678')
    await device.login()
    const link = await server.connect()
    expect((await link.login('mei', ADMIN_PASSWORD)).fields.R).toBe('1')
    const viewer = await StreamClient.open(server.ports.streams, { user: 'mei', deviceid: '13812345678', channel: 1 })
    await viewer.until(() => viewer.texts.length > 0, 'the stream is open')
    const [{ cookie }, foreign] = [await openCookie(server, 'mei'), await openCookie(server, ADMIN)]
    expect((await groups(server, { cookie })).status).toBe(200)

    expect((await change({ ...credentials('mei'), newpass: sha256('next') })).body.hasError).toBe(false)
    expect(await link.closed).toEqual({ code: 1008, reason: 'the account was changed or removed, log in again' })
    expect((await viewer.closed).code).toBe(4401)
    expect(await groups(server, { cookie })).toMatchObject(WRONG)
    expect(await track(server, 'mei', sha256(ADMIN_PASSWORD))).toMatchObject(WRONG)
    expect((await groups(server, { cookie: foreign.cookie })).status).toBe(200)
    expect((await admin.request('Q01')).fields.R).toBe('1')
    await Promise.all([device.close(), admin.close()])
  })

  it('of two changes with the same old password one holds', async () => {
    await addUsers(server, { name: 'twice' })
    const replies = await Promise.all(
      ['one', 'two'].map((next) => change({ ...credentials('twice'), newpass: sha256(next) })),
    )
    expect(replies.map(({ body }) => body.hasError).sort()).toEqual([false, true])
    const winner = replies.findIndex(({ body }) => !body.hasError)
    expect(await track(server, 'twice', sha256(['one', 'two'][winner] ?? ''))).toMatchObject(UNKNOWN_DEVICE)
  })
})

describe('reads', () => {
  const clock = createManualClock()
  let server: TestServer
  let open: TestServer
  let consoleFolder: string
  beforeAll(async () => {
    consoleFolder = mkdtempSync(join(tmpdir(), 'fleetglass-console-'))
    for (const file of ['index.html', 'asset-manifest.json', 'service-worker.js'])
      writeFileSync(join(consoleFolder, file), '{}')
    server = await startTestServer({ clock, consoleFolder, config: { trustedProxies: ['127.0.0.9'] } })
    open = await startTestServer({ config: { openReads: true } })
    await addUsers(server, { name: 'lin' })
  })
  afterAll(async () => {
    await Promise.all([server.close(), open.close()])
    rmSync(consoleFolder, { recursive: true })
  })
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${sha256(password)}`).toString('base64')}`,
  })

  const inAddress = (user: string, password: string) =>
    `/gkserver/usergroup?${new URLSearchParams({ username: user, password: sha256(password) })}`

  it('[API1-45] take credentials as query parameters where the site allows it, and changes never do', async () => {
    const lines: string[] = []
    const config = { queryCredentials: true }
    const old = await startTestServer({ config, logLine: (line) => lines.push(line) })
    await addUsers(old, { name: 'lin' })
    expect((await callHttp(old, 'GET', inAddress('lin', ADMIN_PASSWORD))).status).toBe(200)
    expect(await callHttp(old, 'GET', inAddress('lin', 'wrong'))).toMatchObject(WRONG)
    expect(await callHttp(old, 'GET', '/gkserver/usergroup?username=lin&password=short')).toMatchObject(WRONG)
    // What is wrong is not made good by the address.
    const wrong = basic('lin', 'wrong')
    expect(await callHttp(old, 'GET', inAddress('lin', ADMIN_PASSWORD), { headers: wrong })).toMatchObject(WRONG)
    const track = inAddress('lin', ADMIN_PASSWORD).replace('/gkserver/usergroup', '/api/gps')
    expect(await callHttp(old, 'POST', track, { body: { deviceid: 'x', start: 1, end: 2 } })).toMatchObject(WRONG)
    expect(lines.join('').toUpperCase()).not.toContain(sha256(ADMIN_PASSWORD))
    await old.close()
  })

  it('[API0-05] [API1-45] [API2-006] need the session cookie, or Authorization: Basic with user and hash', async () => {
    expect(await groups(server)).toMatchObject(WRONG)
    expect((await groups(server, basic('lin', ADMIN_PASSWORD))).status).toBe(200)
    expect(await groups(server, basic('lin', 'wrong'))).toMatchObject(WRONG)
    const { cookie, whole } = await openCookie(server, 'lin')
    expect(whole).toMatch(/^fleetglass_session=[0-9A-F]{64}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await groups(server, { cookie: `theme=dark; ${cookie}; x=y` })).status).toBe(200)
    expect(await groups(server, { cookie: `fleetglass_session=${'0'.repeat(64)}` })).toMatchObject(WRONG)
    // What is wrong is not made good by the cookie, and an address is no place for a password.
    expect(await groups(server, { cookie, ...basic('lin', 'wrong') })).toMatchObject(WRONG)
    expect(await callHttp(server, 'GET', inAddress('lin', ADMIN_PASSWORD))).toMatchObject(WRONG)
    const stored = JSON.stringify(readFile(server, 'select * from session_tokens')).toUpperCase()
    expect(stored).not.toContain(cookie.split('=')[1])
  })

  it('[API0-05] refuse an Authorization: Basic that cannot be read, though a cookie or open reads would answer', async () => {
    const { cookie } = await openCookie(server, 'lin')
    const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    for (const authorization of ['Basic ???', 'Basic', 'basic ', encoded('lin'), encoded('lin:short'), encoded('')]) {
      expect(await groups(server, { cookie, authorization }), authorization).toMatchObject(WRONG)
      expect(await groups(open, { authorization }), authorization).toMatchObject(WRONG)
    }
    // Other schemes are not for us: a proxy in front may use them.
    for (const authorization of [`Bearer ${sha256('x')}`, 'Basically x'])
      expect((await groups(server, { cookie, authorization })).status, authorization).toBe(200)
  })

  it('[API0-05] [API1-45] [API2-006] answer anyone at the paths that hold nothing secret', async () => {
    const paths = [
      '/gkserver/protocol',
      '/api/server',
      '/i18n/config',
      '/gms.js',
      '/asset-manifest.json',
      '/service-worker.js',
    ]
    for (const path of paths) {
      const { status, text } = await callHttp(server, 'GET', path)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toMatch(/\$argon2id|password_hash|[0-9A-F]{64}/)
    }
  })

  it('[API0-05] [API1-45] are open without a login where the site says so, but for what asks for a right', async () => {
    expect((await groups(open)).body).toEqual([{ groupid: 'root', parentid: null, name: 'All' }])
    expect((await callHttp(open, 'GET', '/gkserver/iframes')).status).toBe(200)
    expect(await callHttp(open, 'POST', '/gkcommon/userinfo', { body: {} })).toMatchObject(WRONG)
    expect(await groups(open, basic(ADMIN, 'wrong'))).toMatchObject(WRONG)
    expect(await groups(open, { cookie: 'fleetglass_session=stale' })).toMatchObject(WRONG)
  })

  it('the cookie goes by https only where the browser speaks https', async () => {
    const forwarded = { 'x-forwarded-proto': 'https' }
    expect((await openCookie(server, 'lin', forwarded)).whole).not.toContain('Secure')
    const body = credentials('lin')
    const proxied = await callHttp(server, 'POST', '/gkserver/session', { body, headers: forwarded, from: '127.0.0.9' })
    expect(String(proxied.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict; Secure$/)
  })

  it('[low] a HEAD takes the cookie as its GET does', async () => {
    const { cookie } = await openCookie(server, 'lin')
    expect((await callHttp(server, 'HEAD', '/gkserver/usergroup', { headers: { cookie } })).status).toBe(200)
    expect((await callHttp(server, 'HEAD', '/gkserver/usergroup')).status).toBe(401)
  })

  it('the cookie is for reads: a call that changes something does not take it', async () => {
    const { cookie } = await openCookie(server, 'lin')
    const body = { deviceid: 'x', start: 1, end: 2 }
    expect(await callHttp(server, 'POST', '/api/gps', { body, headers: { cookie } })).toMatchObject(WRONG)
    expect(await track(server, 'lin', cookie.split('=')[1] ?? '')).toMatchObject(WRONG)
  })

  it('the cookie ends with a logout, and when a browser logs in again', async () => {
    const { cookie } = await openCookie(server, 'lin')
    const other = await openCookie(server, 'lin')
    const out = await callHttp(server, 'DELETE', '/gkserver/session', { headers: { cookie } })
    expect(out).toMatchObject({ status: 200, body: { hasError: false } })
    expect(String(out.headers['set-cookie'])).toMatch(/^fleetglass_session=; .*Max-Age=0$/)
    expect(await groups(server, { cookie })).toMatchObject(WRONG)
    const again = await openCookie(server, 'lin', { cookie: other.cookie })
    expect(await groups(server, { cookie: other.cookie })).toMatchObject(WRONG)
    expect((await groups(server, { cookie: again.cookie })).status).toBe(200)
    expect((await callHttp(server, 'DELETE', '/gkserver/session')).body).toEqual({ hasError: false })
  })

  it('a logout ends the cookie also while nothing can be removed from the database', async () => {
    const { cookie } = await openCookie(server, 'lin')
    await changeDatabase(server, (file) =>
      file.exec("create trigger held before delete on session_tokens begin select raise(abort, 'no space'); end"),
    )
    const out = await callHttp(server, 'DELETE', '/gkserver/session', { headers: { cookie } })
    expect(out).toMatchObject({ status: 200, body: { hasError: false } })
    expect(String(out.headers['set-cookie'])).toMatch(/; Max-Age=0$/)
    expect(await groups(server, { cookie })).toMatchObject(WRONG)
    await changeDatabase(server, (file) => file.exec('drop trigger held'))
  })

  it('a user keeps a bounded number of cookies, and those of 12 hours ago end', async () => {
    const { cookie } = await openCookie(server, 'lin')
    await changeDatabase(server, (file) =>
      file.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)
        insert into session_tokens (token_hash, user_id, kind, passwords_mark, seen_s)
        select 'h' || i, user_id, kind, passwords_mark, seen_s - 1
        from n join (select * from session_tokens order by rowid desc limit 1)`),
    )
    const count = () =>
      readFile<{ n: number }>(server, "select count(*) n from session_tokens where kind = 'cookie'")[0]?.n
    await openCookie(server, 'lin')
    expect(count()).toBe(256)
    clock.setWallClock(clock.nowMs() + 12 * HOUR_MS)
    expect(await groups(server, { cookie })).toMatchObject(WRONG)
    await openCookie(server, 'lin')
    expect(count()).toBe(1)
    // Coming back does not bring it back.
    expect(await groups(server, { cookie })).toMatchObject(WRONG)
  })
})
