import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { decodeLoggedIn, decodeServerInfo } from '@fleetglass/contract/session'
import { type OptionName, readOptions } from '@fleetglass/contract/variants'
import { createManualClock } from '@fleetglass/testkit'
import { errorTexts } from '@fleetglass/texts/errors'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { pipelinedCalls } from '../../../test/attacks/pipelined-calls.ts'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall, failedLogin } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startHonestServer as startTestServer, type TestServer } from '../../../test/harness.ts'
import { startServer } from '../../app.ts'
import { defaultConfig } from '../../platform/config/index.ts'
import { createLog } from '../../platform/log/index.ts'

const REFUSED = { R: '0', W: errorTexts['error.wrong-credentials'] }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { timeZone: 5.5, maxLicence: 77 } })
})
afterAll(() => server.close())

/** Writes an account straight into the file, as user management will. */
function addUser(
  name: string,
  changes: { permission?: number; expires_s?: number; map_location?: string; like?: string } = {},
  target = server,
) {
  const { permission = 0, expires_s = null, map_location = '' } = changes
  return changeDatabase(target, (file) =>
    file
      .prepare(
        `insert into users (name, password_hash, permission, group_id, expires_s, map_location)
        select ?, password_hash, ?, group_id, ?, ? from users where name = ?`,
      )
      .run(name, permission, expires_s, map_location, ADMIN),
  )
}

describe('login', () => {
  it('[VCP-028] [VCP-029] [VCP-030] [VCP-032] Q02 logs in the user of U by the hash in P, and R says whether it did', async () => {
    const client = await server.connect()
    const login = async (U: string, P: string) => (await client.request('Q02', { U, P })).fields.R
    expect((await client.request('Q01')).fields.R).toBe('0')
    expect(await login(ADMIN, sha256('another password'))).toBe('0')
    expect(await login('another', sha256(ADMIN_PASSWORD))).toBe('0')
    expect(await login(ADMIN, sha256(ADMIN_PASSWORD))).toBe('1')
    expect((await client.request('Q01')).fields.R).toBe('1')
    await client.close()
  })

  it('[VCP-033] [VCP-034] [VCP-037] [VCP-038] the answer to a login has permission, name, hash and flags of the user', async () => {
    const client = await server.connect()
    const { fields } = await client.login(ADMIN, ADMIN_PASSWORD)
    expect(fields).toEqual({ X: '1', R: '1', A: '0', U: ADMIN, P: sha256(ADMIN_PASSWORD), D: fullAccess })
    expect(client.wasText).toEqual([true])
    await client.close()
    const access = withoutFlags(fullAccess, ['F_event', 'F_gps'])
    await addUsers(server, { name: 'limited', permission: 7, access })
    const limited = await server.connect()
    expect((await limited.login('limited', ADMIN_PASSWORD)).fields).toMatchObject({ A: '7', U: 'limited', D: access })
    await limited.close()
  })

  it('[VCP-035] [VCP-036] [MAP-52] an account with a place of its own has it in the answer to its login', async () => {
    await addUser('traveller', { map_location: '-33.5,151.25' })
    const client = await server.connect()
    const reply = await client.login('traveller', ADMIN_PASSWORD)
    expect(reply.fields).toMatchObject({ B: '-33.5', C: '151.25' })
    expect(decodeLoggedIn({ code: 'Q02', fields: reply.fields })?.mapCenter).toEqual({ latDeg: -33.5, lngDeg: 151.25 })
    await client.close()
  })

  it('[RIGHT-049] permission 0 to 3 are built in: an account of each logs in as what it is', async () => {
    const fresh = await startTestServer()
    await addUsers(fresh, ...[0, 1, 2, 3].map((permission) => ({ name: `user ${permission}`, permission })))
    const replies: Readonly<Record<string, string>>[] = []
    for (const n of [0, 1, 2, 3]) {
      const client = await fresh.connect()
      replies.push((await client.login(`user ${n}`, ADMIN_PASSWORD)).fields)
      await client.close()
    }
    expect(replies.map(({ A }) => A)).toEqual(['0', '1', '2', '3'])
    expect(new Set(replies.map(({ D }) => D)).size).toBe(4)
    const file = new BetterSqlite3(join(fresh.data, 'fleetglass.sqlite'), { readonly: true })
    expect(file.prepare('select id from permission_groups order by id').pluck().all()).toEqual([0, 1, 2, 3])
    file.close()
    await fresh.close()
  })

  it('[VCP-039] unknown user, wrong password and expired account are refused with the same words, and the link stays', async () => {
    await addUser('expired', { expires_s: 1 })
    const client = await server.connect()
    for (const [user, password] of [
      ['nobody', ADMIN_PASSWORD],
      [ADMIN, 'wrong'],
      ['expired', ADMIN_PASSWORD],
    ] as const) {
      expect((await client.login(user, password)).fields).toEqual({ X: expect.any(String), ...REFUSED })
    }
    client.send('Q02', { U: ADMIN })
    expect((await client.next()).fields).toEqual(REFUSED)
    expect((await client.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    await client.close()
  })

  it('[LOGIN-57] the hash is compared without regard to case and kept only as a salted slow hash', async () => {
    const client = await server.connect()
    const reply = await client.request('Q02', { U: ADMIN, P: sha256(ADMIN_PASSWORD).toLowerCase() })
    expect(reply.fields.R).toBe('1')
    await client.close()
    const file = new BetterSqlite3(join(server.data, 'fleetglass.sqlite'), { readonly: true })
    const { password_hash } = file.prepare('select password_hash from users where name = ?').get(ADMIN) as {
      password_hash: string
    }
    file.close()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(password_hash).not.toContain(sha256(ADMIN_PASSWORD))
  })

  it('[VCP-040] [VCP-041] [VCP-042] [VCP-043] Q01 answers the version, the licence and when it ends', async () => {
    const client = await server.login()
    const { fields } = await client.request('Q01')
    expect(fields).toMatchObject({ A: '0.1.0', B: '77', C: '0' })
    expect(decodeServerInfo({ code: 'Q01', fields })).toMatchObject({ version: '0.1.0', maxLicence: 77, expiresS: 0 })
    await client.close()
  })

  it('[VCP-044] [VCP-045] [VCP-046] Q01 answers the hours from UTC and the port of streams', async () => {
    const client = await server.login()
    const { fields } = await client.request('Q01')
    expect(fields).toMatchObject({ D: '5.5', E: String(server.ports.streams) })
    await client.close()
  })
})

describe('too many wrong passwords', () => {
  it('hold the user back at this address, a good password included, until the time is over', async () => {
    const clock = createManualClock()
    const buffered = await startTestServer({ clock })
    const client = await buffered.connect()
    const results: (string | undefined)[] = []
    for (let attempt = 0; attempt < 6; attempt++) results.push((await client.login(ADMIN, 'wrong')).fields.R)
    expect(new Set(results)).toEqual(new Set(['0']))
    expect((await client.login(ADMIN, ADMIN_PASSWORD)).fields).toMatchObject(
      failedLogin('too-many-attempts', { seconds: 1 }),
    )
    clock.advance(1001)
    expect((await client.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    await client.close()
    await buffered.close()
  })

  it('cost no slow hash once held back, and never shut out who was just verified', async () => {
    const clock = createManualClock()
    const buffered = await startTestServer({ clock })
    const operator = await buffered.login()
    const guesser = await buffered.connect()
    for (let attempt = 0; attempt < 6; attempt++) await guesser.login(ADMIN, `guess ${attempt}`)
    // Remembered for a minute: the operator's streams go on opening.
    const again = await buffered.connect()
    expect((await again.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    const metrics = await (await fetch(`${buffered.url}/metrics`)).text()
    await guesser.login(ADMIN, 'guess')
    const after = await (await fetch(`${buffered.url}/metrics`)).text()
    const rejected = (text: string) => /fleetglass_logins_total\{result="refused"\} (\d+)/.exec(text)?.[1]
    expect(rejected(after)).toBe(rejected(metrics))
    expect(after).toContain('fleetglass_logins_total{result="held back"} 1')
    await Promise.all([operator.close(), guesser.close(), again.close()])
    await buffered.close()
  })
})

describe('what anyone may read', () => {
  const get = (path: string) => fetch(`${server.url}${path}`)

  it('[API0-07] [API0-09] [API0-10] the protocol has the port of the main channel and a list that begins with that of streams', async () => {
    const protocol = await (await get('/gkserver/protocol')).json()
    expect(protocol).toMatchObject({ appcommand: server.ports.main, streamings: [server.ports.streams] })
    const client = await ChannelClient.connect((protocol as { appcommand: number }).appcommand)
    await client.close()
  })

  it('[API1-02] [API1-47] streams are served on each port that the protocol names', async () => {
    const protocol = (await (await get('/gkserver/protocol')).json()) as { appcommand: number; streamings: number[] }
    expect(protocol.streamings).toHaveLength(1)
    for (const port of [protocol.appcommand, ...protocol.streamings]) {
      const answer = await fetch(`http://127.0.0.1:${port}/pic.cgi`)
      expect(await answer.json()).toMatchObject({ hasError: true })
    }
  })

  it('[API0-06] the kind of server is not global', async () => {
    expect(await (await get('/api/server')).json()).toEqual({ server: 'local' })
  })

  it('[RIGHT-114] gms.js sets the options of the site', async () => {
    const reply = await get('/gms.js')
    expect(reply.headers.get('content-type')).toContain('text/javascript')
    const window: { gmsConfig?: unknown } = {}
    new Function('window', await reply.text())(window)
    expect(window.gmsConfig).toEqual({ mapCenter: '24.0786,120.5285' })
  })

  it('[RIGHT-114] an option of the site that cannot be read is named in the log, and the server starts', async () => {
    const lines: string[] = []
    const site = { variant: 'plate', mapZoom: 'far', trial: 'yes', nonsense: 1 }
    const misspelt = await startTestServer({ config: { site }, logLine: (line) => lines.push(line) })
    expect(lines.filter((line) => line.includes('cannot be read'))).toEqual([
      expect.stringContaining('"options":["mapZoom","trial","nonsense"]'),
    ])
    await misspelt.close()
  })
})

describe('what a site is configured with', () => {
  const columnsAndTiles = { widerColumns: true, mapZoom: 5, advancedTree: true }
  const hintAndButtons = { noRightHint: 'Ask the office', disableLivePopup: true, broadcast: true }
  const pagesOfVariants = { extraMemo: true, p2p: true, floatPanel: false, disableMap: true }
  const centre = { mapCenter: '52.5,13.4' }
  let configured: TestServer
  beforeAll(async () => {
    const site = { ...columnsAndTiles, ...hintAndButtons, ...pagesOfVariants }
    configured = await startTestServer({ config: { ...centre, site } })
  })
  afterAll(() => configured.close())

  it.each([
    ['[DASH-34] [DASH-36] [MAP-54] [TREE-48] wider columns, the zoom and the tile limits', columnsAndTiles],
    ['[DASH-04] [DASH-43] [DASH-74] [TREE-53] the hint, the live popup and the broadcast', hintAndButtons],
    ['[DASH-53] [DASH-87] [MAP-44] [MAP-48] memos, peers, the floating panel and the map', pagesOfVariants],
    ['[MAP-50] [MAP-52] the centre of the map', centre],
  ])('%s: the page receives the setting in gms.js, and otherwise has another value', async (_, options) => {
    const window: { gmsConfig?: unknown } = {}
    new Function('window', await (await fetch(`http://127.0.0.1:${configured.ports.http}/gms.js`)).text())(window)
    expect(readOptions(window.gmsConfig)).toMatchObject({ options, unreadable: [] })
    for (const [name, value] of Object.entries(options))
      expect([name, readOptions({}).options[name as OptionName]]).not.toEqual([name, value])
  })
})

describe('accounts', () => {
  it('[API0-03] survive a restart, and the first password is not asked for again', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
    const first = await startTestServer({ data })
    await first.close()
    const second = await startTestServer({ data, config: { adminPassword: 'another' } })
    const client = await second.connect()
    expect((await client.login(ADMIN, 'another')).fields.R).toBe('0')
    expect((await client.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    await client.close()
    await second.close()
    rmSync(data, { recursive: true })
  })
})

describe('guesses', () => {
  const claim = (user: string, password: string): string =>
    JSON.stringify({ username: user, password: sha256(password), deviceid: 'x', start: 1, end: 2 })
  /** A call with credentials from an address of this machine. */
  const attempt = (target: TestServer, user: string, password: string, localAddress: string) =>
    new Promise<{ status: number; message: string }>((resolve, reject) => {
      const body = claim(user, password)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const options = { host: '127.0.0.1', port: target.ports.http, path: '/api/gps', method: 'POST', agent: false }
      const call = request({ ...options, headers, localAddress }, (reply) => {
        let text = ''
        reply.on('data', (chunk: Buffer) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, message: JSON.parse(text).message }))
      })
      call.on('error', reject)
      call.end(body)
    })
  const several = (count: number, work: (n: number) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)))
  const LET_IN = { status: 200, message: 'there is no such device' }

  it('many attempts at once do not exceed the limit of sequential ones, and are asked to wait', async () => {
    // A clock that stands: no attempt comes back meanwhile, however long the checks take.
    const target = await startTestServer({ clock: createManualClock() })
    const answers = await several(60, (n) => attempt(target, ADMIN, `guess ${n}`, '127.0.0.77'))
    const checked = answers.filter(({ status }) => status === 401).length
    expect(checked).toBeLessThanOrEqual(12)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60 - checked)
    const unknown = await several(60, (n) => attempt(target, 'nobody', `guess ${n}`, '127.0.0.78'))
    expect(unknown.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(12)
    expect(await attempt(target, 'nobody', 'guess', '127.0.0.78')).toMatchObject({
      status: 200,
      message: expect.stringMatching(/^Too many failed logins. Wait \d+ s and try again.$/),
    })
    await target.close()
  })

  it('beyond the 128 that may wait of one address are refused, and those that wait are answered', async () => {
    const target = await startTestServer({ clock: createManualClock() })
    // All in one packet, so that they are there before the first check ends.
    const COUNT = 200
    const answers = await pipelinedCalls(
      target,
      '/api/gps',
      Array.from({ length: COUNT }, (_, n) => claim(`invented ${n}`, 'guess')),
    )
    const busy = answers.filter((answer) => answer.code === 'too-many-logins')
    expect(busy[0]).toEqual(failedCall('too-many-logins'))
    // Two are checked while 128 wait; a few may end before the last one comes.
    expect(busy.length).toBeLessThanOrEqual(COUNT - 130)
    expect(answers).toHaveLength(COUNT)
    await target.close()
  })

  it('from many addresses do not shut out an address that never failed', async () => {
    // Of this clock no delay ends, however long the hashes take.
    const target = await startTestServer({ clock: createManualClock() })
    for (let from = 100; from < 122; from++) {
      await several(5, (n) => attempt(target, ADMIN, `guess ${n}`, `127.0.0.${from}`))
    }
    expect(await attempt(target, ADMIN, ADMIN_PASSWORD, '127.0.0.200')).toEqual(LET_IN)
    expect((await attempt(target, ADMIN, 'guess', '127.0.0.101')).message).toMatch(/^Too many failed logins/)
    await target.close()
  })

  it('[M7] under invented names delay new users at the address, but not users who logged in there lately', async () => {
    const clock = createManualClock()
    const target = await startTestServer({ clock })
    await addUser('colleague', {}, target)
    await addUser('newcomer', {}, target)
    const office = '127.0.0.91'
    expect(await attempt(target, 'colleague', ADMIN_PASSWORD, office)).toEqual(LET_IN)
    // Not remembered any more: the password is checked anew below.
    clock.advance(61_000)
    await several(60, (n) => attempt(target, `invented ${n}`, 'guess', office))
    expect((await attempt(target, 'newcomer', ADMIN_PASSWORD, office)).message).toMatch(/^Too many failed logins/)
    expect(await attempt(target, 'colleague', ADMIN_PASSWORD, office)).toEqual(LET_IN)
    // Guesses at the colleague's own name are held back as before.
    clock.advance(61_000)
    await several(60, (n) => attempt(target, `invented ${n}`, 'guess', office))
    await several(10, (n) => attempt(target, 'colleague', `guess ${n}`, office))
    expect((await attempt(target, 'colleague', ADMIN_PASSWORD, office)).message).toMatch(/^Too many failed logins/)
    await target.close()
  })

  it('a whole office that logs in at once is let in', async () => {
    const target = await startTestServer()
    for (let n = 0; n < 40; n++) await addUser(`operator ${n}`, {}, target)
    const answers = await several(40, (n) => attempt(target, `operator ${n}`, ADMIN_PASSWORD, '127.0.0.90'))
    expect(answers).toEqual(Array.from({ length: 40 }, () => LET_IN))
    await target.close()
  })
})

describe('an account that is changed', () => {
  it.each([
    ['removed', 'delete from users where name = ?'],
    ['given another password', "update users set password_hash = 'x' where name = ?"],
    ['given other rights', 'update users set permission = 9 where name = ?'],
    ['expired', 'update users set expires_s = 1 where name = ?'],
  ])('and %s loses its open links within a minute, and no other does', async (_, change) => {
    const clock = createManualClock()
    const target = await startTestServer({ clock })
    await addUser('leaver', {}, target)
    await changeDatabase(target, (file) =>
      file.exec("insert into permission_groups (id, name, access) values (9, 'less', '000')"),
    )
    const [leaver, other] = [await target.connect(), await target.login()]
    expect((await leaver.login('leaver', ADMIN_PASSWORD)).fields.R).toBe('1')
    await changeDatabase(target, (file) => file.prepare(change).run('leaver'))
    clock.advance(30_000)
    expect(await leaver.closed).toEqual({ code: 1008, reason: 'the account was changed or removed, log in again' })
    expect((await other.request('Q01')).fields.R).toBe('1')
    await other.close()
    await target.close()
  })
})

it('prints a generated password before the account exists', async () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  const config = { data, adminPassword: '', http: 0, main: 0, streams: 0, signalling: 0, media: 0, filesPort: 0 }
  const users: number[] = []
  const running = await startServer({
    config: defaultConfig({ host: '127.0.0.1', attachmentsPort: 0, ...config }),
    log: createLog('silent'),
    announce() {
      const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
      users.push((file.prepare('select count(*) as count from users').get() as { count: number }).count)
      file.close()
    },
  })
  expect(users).toEqual([0])
  await running.close()
  rmSync(data, { recursive: true })
})
