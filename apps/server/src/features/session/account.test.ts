// Ways in beside user and password on the main channel, and what ends them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorTexts } from '@fleetglass/contract/errors'
import { createManualClock } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/database-file.ts'
import { DeviceClient } from '../../../test/device-client.ts'
import {
  ADMIN,
  ADMIN_PASSWORD,
  startHonestServer as startTestServer,
  type TestServer,
  until,
} from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { errorCode, refusedCall } from '../../../test/refusals.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const HOUR_MS = 3_600_000
const REFUSED = { R: '0', W: errorTexts['error.wrong-credentials'] }
const WRONG = { status: 401, body: refusedCall('wrong-credentials') }
const UNKNOWN_DEVICE = { status: 200, body: refusedCall('unknown-device') }

const credentials = (username: string, password = ADMIN_PASSWORD) => ({ username, password: sha256(password) })
const seconds = (clock: { nowMs(): number }) => Math.floor(clock.nowMs() / 1000)

/** Whether user and hash are let in to a call. */
const track = (server: TestServer, username: string, password: string) =>
  callHttp(server, 'POST', '/api/gps', { body: { username, password, deviceid: 'x', start: 1, end: 2 } })

const cookieOf = (headers: Readonly<Record<string, string | readonly string[] | undefined>>): string =>
  (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''

async function openCookie(server: TestServer, username: string, headers: Record<string, string> = {}) {
  const reply = await callHttp(server, 'POST', '/gkserver/session', { body: credentials(username), headers })
  expect(reply).toMatchObject({ status: 200, body: { hasError: false } })
  return { cookie: cookieOf(reply.headers), whole: String(reply.headers['set-cookie']) }
}

const groups = (server: TestServer, headers: Record<string, string> = {}) =>
  callHttp(server, 'GET', '/gkserver/usergroup', { headers })

function readFile<Row>(server: TestServer, query: string): Row[] {
  const file = new BetterSqlite3(join(server.data, 'fleetglass.sqlite'), { readonly: true })
  const rows = file.prepare(query).all() as Row[]
  file.close()
  return rows
}

describe('external login', () => {
  const clock = createManualClock()
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock, data })
    await addUsers(
      server,
      { name: 'lin', permission: 1, mapLocation: '1.5,2', external: { user: 'portal', password: 'door' } },
      { name: 'wen', external: { user: 'other portal', password: 'gate' } },
      { name: 'old', expiresS: 1, external: { user: 'old portal', password: 'door' } },
      { name: 'inside' },
    )
  })
  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true })
  })
  const external = async (user: string, password: string) => {
    const link = await server.connect()
    const { fields } = await link.request('Q02', { E: user, H: sha256(password) })
    return { link, fields }
  }
  const afterRememberedPasswords = () => clock.advance(60_001)

  it('[VCP-031] [LOGIN-52] E and H are the external user name and its password hash, and name one unexpired account', async () => {
    const { link, fields } = await external('portal', 'door')
    expect(fields).toMatchObject({ R: '1', U: 'lin', A: '1', B: '1.5', C: '2' })
    expect((await link.request('Q01')).fields.R).toBe('1')
    await link.close()
    for (const [user, password] of [
      ['portal', 'gate'],
      ['other portal', 'door'],
      ['old portal', 'door'],
      ['lin', ADMIN_PASSWORD],
      ['inside', ''],
      ['nobody', 'door'],
    ] as const) {
      const refused = await external(user, password)
      expect(refused.fields).toEqual({ X: '1', ...REFUSED })
      await refused.link.close()
    }
    expect(await track(server, 'portal', sha256('door'))).toMatchObject(WRONG)
    expect(await track(server, 'lin', sha256('door'))).toMatchObject(WRONG)
  })

  it('[LOGIN-54] the reply has a random credential in place of the hash, which opens streams, calls and another login', async () => {
    const [first, second] = [await external('portal', 'door'), await external('portal', 'door')]
    const credential = first.fields.P ?? ''
    expect(credential).toMatch(/^[0-9A-F]{64}$/)
    expect(new Set([credential, second.fields.P, sha256('door'), sha256(ADMIN_PASSWORD)]).size).toBe(4)
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    expect(await track(server, 'wen', credential)).toMatchObject(WRONG)
    const again = await server.connect()
    expect((await again.request('Q02', { U: 'lin', P: credential.toLowerCase() })).fields).toMatchObject({ R: '1' })
    const viewer = await StreamClient.open(server.ports.streams, { user: 'lin', password: credential, deviceid: 'x' })
    expect((await viewer.closed).code).toBe(4404)
    const stored = JSON.stringify(readFile(server, 'select * from session_tokens'))
    expect(stored.toUpperCase()).not.toContain(credential)
    await Promise.all([first.link.close(), second.link.close(), again.close()])
  })

  it('[LOGIN-54] the credential ends when the last connection of its user has been gone for 12 hours', async () => {
    const { link, fields } = await external('portal', 'door')
    const credential = fields.P ?? ''
    // A connection that stays keeps it, however long.
    const start = clock.nowMs()
    for (const hours of [10, 20, 30, 40]) {
      clock.setWallClock(start + hours * HOUR_MS)
      clock.advance(30_000)
      await until('the open link was seen', async () => {
        const [row] = readFile<{ seen_s: number }>(server, 'select max(seen_s) seen_s from session_tokens')
        return row?.seen_s === seconds(clock)
      })
      // The server asked whether the link still answers; it has read the answer when the second reply comes.
      for (const _ of [1, 2]) expect((await link.request('Q01')).fields.R).toBe('1')
    }
    afterRememberedPasswords()
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    await link.close()
    clock.setWallClock(start + 51 * HOUR_MS)
    afterRememberedPasswords()
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    // It is known again after a restart.
    await server.close()
    server = await startTestServer({ clock, data })
    clock.setWallClock(start + 62 * HOUR_MS)
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    clock.setWallClock(start + 74.5 * HOUR_MS)
    afterRememberedPasswords()
    expect(await track(server, 'lin', credential)).toMatchObject(WRONG)
  })

  it('another password of the account ends its credential', async () => {
    const { link, fields } = await external('other portal', 'gate')
    expect(await track(server, 'wen', fields.P ?? '')).toMatchObject(UNKNOWN_DEVICE)
    const change = { ...credentials('wen'), newpass: sha256('another') }
    expect((await callHttp(server, 'PUT', '/gkserver/passwd', { body: change })).body.hasError).toBe(false)
    expect((await link.closed).code).toBe(1008)
    expect(await track(server, 'wen', fields.P ?? '')).toMatchObject(WRONG)
    // It was no password, and changes none.
    const renewed = await external('other portal', 'gate')
    const byCredential = { username: 'wen', password: renewed.fields.P, newpass: sha256('mine') }
    expect(await callHttp(server, 'PUT', '/gkserver/passwd', { body: byCredential })).toMatchObject(WRONG)
    await renewed.link.close()
  })
})

describe('the strict deployment', () => {
  const clock = createManualClock()
  let server: TestServer
  let plain: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { site: { variant: 'strict' } } })
    plain = await startTestServer({ clock, config: { site: { variant: 'strict', strictPassword: false } } })
    for (const target of [server, plain]) {
      await addUsers(
        target,
        { name: 'lin', expiresS: seconds(clock) + 100 },
        { name: 'late', expiresS: seconds(clock) - 1 },
        { name: 'forever' },
      )
    }
  })
  afterAll(() => Promise.all([server.close(), plain.close()]))
  const verify = async (target: TestServer, username: string, password = ADMIN_PASSWORD) => {
    const { status, body } = await callHttp(target, 'POST', '/gkserver/verifyUser', {
      body: credentials(username, password),
    })
    return { status, body }
  }
  const change = (target: TestServer, username: string, from: string, newpass: string) =>
    callHttp(target, 'PUT', '/gkserver/passwd', { body: { ...credentials(username, from), newpass } })

  it('[API0-11] [API0-13] [LOGIN-16] verifyUser tells whether user and password are right, and of right ones whether they expired', async () => {
    const answer = (valid: boolean, expired: boolean) => ({ status: 200, body: { hasError: false, valid, expired } })
    expect(await verify(server, 'lin')).toEqual(answer(true, false))
    expect(await verify(server, 'forever')).toEqual(answer(true, false))
    expect(await verify(server, 'late')).toEqual(answer(true, true))
    expect(await verify(server, 'late', 'wrong')).toEqual(answer(false, false))
    expect(await verify(server, 'nobody')).toEqual(answer(false, false))
    const malformed = await callHttp(server, 'POST', '/gkserver/verifyUser', { body: { username: 'lin' } })
    expect(malformed.body).toMatchObject({ hasError: true })
  })

  it('[API0-12] [API0-13] outside it the path is unknown', async () => {
    expect(await verify(plain, 'lin')).toEqual({ status: 404, body: refusedCall('unknown-path') })
  })

  it('[API0-14] an expiry is that of the password: a change sets it 180 days ahead', async () => {
    const link = await server.connect()
    expect((await link.login('late', ADMIN_PASSWORD)).fields).toMatchObject(REFUSED)
    expect((await change(server, 'late', ADMIN_PASSWORD, sha256('Tramline7'))).body.hasError).toBe(false)
    expect((await link.login('late', 'Tramline7')).fields.R).toBe('1')
    const [row] = readFile<{ expires_s: number }>(server, "select expires_s from users where name = 'late'")
    expect(row?.expires_s).toBe(seconds(clock) + 180 * 86_400)
    await link.close()
  })

  it('[API0-14] [API0-23] elsewhere it is that of the account: no login, and no other password', async () => {
    const link = await plain.connect()
    expect((await link.login('late', ADMIN_PASSWORD)).fields).toMatchObject(REFUSED)
    await link.close()
    expect(await change(plain, 'late', ADMIN_PASSWORD, sha256('new'))).toMatchObject(WRONG)
    expect((await change(plain, 'lin', ADMIN_PASSWORD, sha256('new'))).body.hasError).toBe(false)
    const [row] = readFile<{ expires_s: number }>(plain, "select expires_s from users where name = 'lin'")
    expect(row?.expires_s).toBe(seconds(clock) + 100)
  })

  it('[LOGIN-73] [LOGIN-75] the server refuses the hashes that it can guess: the user name, in any case and with a number', async () => {
    for (const guess of ['forever', 'FOREVER', 'Forever', 'Forever1', 'forever99']) {
      expect((await change(server, 'forever', ADMIN_PASSWORD, sha256(guess))).body).toEqual(
        refusedCall('password-with-user'),
      )
    }
    expect((await change(plain, 'forever', ADMIN_PASSWORD, sha256('forever'))).body.hasError).toBe(false)
  })
})

describe('another password', () => {
  let server: TestServer
  beforeAll(async () => {
    // The manual clock stands still: what ends, ends at once and not when somebody looks again.
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
      refusedCall('empty-password'),
      refusedCall('same-password'),
    ])
    expect(await track(server, 'wen', sha256(ADMIN_PASSWORD))).toMatchObject(UNKNOWN_DEVICE)
  })

  it('ends links, streams, cookies and remembered passwords of the account at once, and nobody else’s', async () => {
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

  it('[API0-05] [API1-45] need the session cookie, or Authorization: Basic with user and hash', async () => {
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

  it('[API0-05] [API1-45] answer anyone at the paths that hold nothing secret', async () => {
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
        insert into session_tokens select 'h' || i, user_id, kind, passwords_mark, seen_s - 1
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

describe('guesses', () => {
  const ways: readonly (readonly [string, (server: TestServer, user: string, guess: string) => Promise<unknown>])[] = [
    ['a login', async (server, user, guess) => asLink(server, { U: user, P: sha256(guess) })],
    ['the verification call', (server, user, guess) => asCall(server, 'POST', '/gkserver/verifyUser', user, guess)],
    [
      'a change of the password',
      (server, user, guess) => asCall(server, 'PUT', '/gkserver/passwd', user, guess, { newpass: sha256('x') }),
    ],
    ['a cookie', (server, user, guess) => asCall(server, 'POST', '/gkserver/session', user, guess)],
    ['a call', (server, user, guess) => asCall(server, 'POST', '/gkcommon/userinfo', user, guess)],
    [
      'a read',
      async (server, user, guess) => {
        const authorization = `Basic ${Buffer.from(`${user}:${sha256(guess)}`).toString('base64')}`
        return (await groups(server, { authorization })).body.message
      },
    ],
  ]
  const asLink = async (server: TestServer, fields: Record<string, string>) => {
    const link = await server.connect()
    const reply = await link.request('Q02', fields)
    await link.close()
    return reply.fields.W
  }
  const asCall = async (server: TestServer, method: string, path: string, user: string, guess: string, more = {}) => {
    const { body } = await callHttp(server, method, path, { body: { ...credentials(user, guess), ...more } })
    return body.message ?? (body.valid === false ? 'not valid' : body)
  }
  const checked = async (server: TestServer) =>
    Number(
      /fleetglass_logins_total\{result="refused"\} (\d+)/.exec((await callHttp(server, 'GET', '/metrics')).text)?.[1] ??
        0,
    )
  const HELD_BACK = expect.stringMatching(/^Too many failed logins. Wait \d+ s and try again.$/)

  let server: TestServer
  const clock = createManualClock()
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { site: { variant: 'strict' } } })
    await addUsers(server, { name: 'outside', external: { user: 'portal', password: 'door' } })
  })
  afterAll(() => server.close())

  it('cost one slow hash and one place in the same budget, whichever way they come in and whether the user exists', async () => {
    for (const user of [ADMIN, 'nobody']) {
      const before = await checked(server)
      for (const [, guess] of ways) expect(await guess(server, user, 'guess')).not.toEqual(HELD_BACK)
      expect(await checked(server)).toBe(before + ways.length)
      for (const [, guess] of ways) expect(await guess(server, user, 'guess')).toEqual(HELD_BACK)
      expect(await checked(server)).toBe(before + ways.length)
    }
  })

  it('[M7] under invented names do not hold back sessions: of a browser, and of an external user', async () => {
    const target = await startTestServer({ clock })
    await addUsers(target, { name: 'visitor', external: { user: 'gate', password: 'door' } })
    const link = await target.connect()
    const { fields } = await link.request('Q02', { E: 'gate', H: sha256('door') })
    await link.close()
    const session = { body: { username: 'visitor', password: fields.P } }
    const cookie = await callHttp(target, 'POST', '/gkserver/session', { body: credentials(ADMIN) })
    const userInfo = () => callHttp(target, 'POST', '/gkcommon/userinfo', session)
    expect((await userInfo()).status).toBe(200)
    clock.advance(61_000)
    for (let n = 0; n < 35; n++) await asCall(target, 'POST', '/gkcommon/userinfo', `invented ${n}`, 'guess')
    expect(await asCall(target, 'POST', '/gkcommon/userinfo', 'somebody else', 'guess')).toEqual(HELD_BACK)
    expect((await userInfo()).status).toBe(200)
    expect((await groups(target, { cookie: cookieOf(cookie.headers) })).status).toBe(200)
    // What only looks like the session is a guess.
    const wrong = { body: { username: 'visitor', password: sha256('guess') } }
    expect((await callHttp(target, 'POST', '/gkcommon/userinfo', wrong)).body).toMatchObject({
      hasError: true,
      code: errorCode('too-many-attempts'),
    })
    await target.close()
  })

  it('at external users are held back as well, and do not hold back an account of that name', async () => {
    for (const user of ['portal', 'no portal']) {
      for (let guess = 0; guess < 6; guess++) {
        expect(await asLink(server, { E: user, H: sha256(`guess ${guess}`) })).toBe('wrong user or password')
      }
      expect(await asLink(server, { E: user, H: sha256('door') })).toEqual(HELD_BACK)
    }
    expect(await asLink(server, { U: 'portal', P: sha256('guess') })).toBe('wrong user or password')
  })
})
