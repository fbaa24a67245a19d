// What the audit log has of calls that come in by the front door: every endpoint, and nothing that is secret.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVENT_LOGIN_WITHIN_MS } from '@fleetglass/contract/events'
import { createManualClock } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerEndpoint } from '../../src/app.ts'
import { addUsers } from '../accounts.ts'
import { sha256 } from '../channel-client.ts'
import { EventClient } from '../event-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../harness.ts'
import { callHttp } from '../http-client.ts'
import { StreamClient } from '../stream-client.ts'
import { Asker } from './rights-asker.ts'
import { ways } from './rights-ways.ts'

vi.setConfig({ testTimeout: 120_000 })

const DEVICE = 'AUDITED'
const passwordHash = sha256(ADMIN_PASSWORD)

interface Row {
  readonly transport: string
  readonly account: string
  readonly permission: number | null
  readonly address: string
  readonly action: string
  readonly device_id: string | null
  readonly result: string
  readonly parameters: string
  readonly calls: number
}

let data: string
let server: TestServer | null
const lines: string[] = []
const clock = createManualClock()

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-audit-'))
  lines.length = 0
  server = null
})
afterEach(async () => {
  await server?.close()
  rmSync(data, { recursive: true, force: true })
})

async function start(config: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  server = await startTestServer({ data, clock, logLine: (line) => lines.push(line), ...config })
  return server
}

async function addDevice(at: TestServer): Promise<void> {
  const admin = await at.login()
  await admin.request('D01', { A: DEVICE, C: '4', F: '0' })
  await admin.close()
}

/** All rows, after the server has ended. */
async function rowsAfterEnd(): Promise<Row[]> {
  await server?.close()
  server = null
  const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
  try {
    return file.prepare('select * from audit_log order by time_ms, seq').all() as Row[]
  } finally {
    file.close()
  }
}

/** What anyone may read has no row. */
function isAudited({ access, audit }: ServerEndpoint): boolean {
  return access !== 'anyone' || !audit.startsWith('Read')
}

describe('the audit log', () => {
  it('has a row of every endpoint that was called, with the account and its permission group', async () => {
    const at = await start({ config: { site: { variant: 'strict', p2p: true, broadcast: true } } })
    await addDevice(at)
    const endpoints = [...new Map(at.endpoints.map((endpoint) => [endpoint.name, endpoint])).values()]
    const letLoginsRunOut = () => clock.advance(EVENT_LOGIN_WITHIN_MS)
    const asker = new Asker(at, { claim: { user: ADMIN, passwordHash }, address: '', letLoginsRunOut })
    for (const endpoint of endpoints) await asker.ask(endpoint, ways[endpoint.name] ?? {}, DEVICE)
    await asker.close()
    const monitor = await at.connect()
    await monitor.request('DB1', { U: ADMIN, P: passwordHash })
    await monitor.close()
    const rows = await rowsAfterEnd()
    const ofCallers = rows.filter(({ transport }) => transport !== 'server')
    const recorded = new Set(ofCallers.map(({ action }) => action))
    const expected = endpoints.filter(isAudited).map(({ name }) => name)
    expect({ missing: expected.filter((name) => !recorded.has(name)) }).toEqual({ missing: [] })
    expect({ unexpected: [...recorded].filter((action) => !expected.includes(action)) }).toEqual({ unexpected: [] })
    const known = new Set(
      endpoints.filter(({ access }) => typeof access !== 'string' || access === 'login').map(({ name }) => name),
    )
    const withoutAccount = rows.filter(
      ({ action, account, permission }) => known.has(action) && (account !== ADMIN || permission !== 0),
    )
    expect(withoutAccount).toEqual([])
    expect(rows.filter(({ action }) => action === 'D15').map(({ device_id }) => device_id)).toEqual([DEVICE])
    expect(rows.find(({ action }) => action === '/ws.cgi?type=lopb')).toMatchObject({
      transport: 'stream',
      device_id: DEVICE,
    })
  })

  it('has the row of a change on disk before the change is acknowledged, by HTTP and by the main channel', async () => {
    const at = await start()
    await addDevice(at)
    const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
    const actions = () => file.prepare('select action, device_id, result from audit_log order by time_ms, seq').all()
    expect(actions()).toContainEqual({ action: 'D01', device_id: DEVICE, result: 'ok' })
    await callHttp(at, 'POST', '/gkserver/session', { body: { username: ADMIN, password: passwordHash } })
    expect(actions()).toContainEqual({ action: 'POST /gkserver/session', device_id: null, result: 'ok' })
    file.close()
  })

  it('records who was refused, and why', async () => {
    const at = await start()
    await addUsers(at, { name: 'viewer', permission: 3, access: '0' })
    const wrong = { username: 'mallory', password: sha256('a guess') }
    await callHttp(at, 'POST', '/gkserver/session', { body: wrong })
    const stream = await StreamClient.open(at.ports.streams, { user: 'viewer', deviceid: DEVICE, channel: 1 })
    await stream.closed
    const link = await at.connect()
    await link.login('viewer', ADMIN_PASSWORD)
    await link.request('D02', { A: DEVICE })
    await link.close()
    const rows = await rowsAfterEnd()
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ account: 'mallory', permission: null, result: 'wrong-credentials' }),
        expect.objectContaining({
          transport: 'stream',
          account: 'viewer',
          result: 'permission-denied',
          device_id: DEVICE,
        }),
        expect.objectContaining({
          transport: 'channel',
          account: 'viewer',
          permission: 3,
          action: 'D02',
          result: 'permission-denied',
        }),
      ]),
    )
  })
})

describe('a secret', () => {
  // Each is a text that occurs nowhere else; the hashes are searched for in both cases.
  const typed = 'typed-marked-secret'
  const old = 'old-marked-secret'
  const changed = 'changed-marked-secret'
  const guessed = 'guessed-marked-secret'
  const wifi = 'wifi-marked-secret'
  const token = 'token-marked-secret'
  const door = 'door-marked-secret'
  const texts = [typed, old, changed, guessed, wifi, token, door]
  const searched = [...texts, ...texts.map(sha256), ...texts.map((text) => sha256(text).toLowerCase())]

  it('that a whole session sends is in no table, log or file afterwards', async () => {
    const at = await start({
      config: { adminPassword: old, metricsToken: token, openMetrics: false, queryCredentials: true },
    })
    const hash = sha256(old)
    const link = await at.connect()
    await link.login(ADMIN, old)
    await link.request('D01', { A: DEVICE, C: '4', F: '0' })
    await link.request('D16', { A: DEVICE, P: hash, H: hash })
    for (const fields of [
      { U: ADMIN, P: sha256(guessed) },
      { E: 'portal', H: sha256(door) },
      { U: sha256(guessed).slice(0, 5), P: typed },
    ]) {
      const guess = await at.connect()
      await guess.request('Q02', fields)
      await guess.close()
    }
    const basic = { authorization: `Basic ${Buffer.from(`${ADMIN}:${hash}`).toString('base64')}` }
    const credentials = { username: ADMIN, password: hash }
    const body = { ...credentials, newpass: sha256(changed), editingPW: sha256(changed), extpass: sha256(door), token }
    await callHttp(at, 'POST', '/gkserver/session', { body })
    await callHttp(at, 'POST', '/gkserver/session', { body: { username: ADMIN, password: sha256(guessed) } })
    await callHttp(at, 'POST', '/gkserver/session', { body: { username: ADMIN, password: typed } })
    await callHttp(at, 'PUT', `/gkserver/gkdevicesetup/${DEVICE}`, {
      body: { ...credentials, deviceParams: { net_wfpwd: wifi } },
    })
    await callHttp(at, 'GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })
    await callHttp(at, 'GET', '/metrics', { headers: { authorization: `Bearer ${token}-wrong` } })
    const query = `user=${ADMIN}&password=${hash}&deviceid=${DEVICE}&ch=1&t=1&spbtime=1&duration=1&id=1`
    for (const path of [
      '/pic.cgi?type=live',
      '/web.cgi?type=lopbmp4get',
      '/web.cgi?type=lopbmp4ask',
      '/gmslog.cgi?type=syslog',
      '/api/footage/file?',
      '/api/evidence/file?',
      '/gklog/talkaudio/1-1-merge.wav?',
      `/gkevent/footageinfo?s=1&c=1&u=${ADMIN}&p=${hash}`,
      '/nothing-here?',
    ])
      await callHttp(at, 'GET', `${path}&${query}`)
    await callHttp(at, 'GET', `/gkserver/usergroup?username=${ADMIN}&password=${hash}`)
    await callHttp(at, 'GET', '/gkserver/usergroup', { headers: basic })
    for (const endpoint of at.endpoints.filter(({ kind, listener }) => kind === 'call' && listener === 'web')) {
      const [method = '', path = ''] = endpoint.name.split(' ')
      if (method === 'GET' || path.endsWith('/passwd')) continue
      await callHttp(at, method, path.replace(':deviceid', DEVICE), { body })
    }
    for (const password of [hash, typed, sha256(guessed)]) {
      for (const type of ['live', 'gps', 'talk', 'lopb', 'repb']) {
        const stream = await StreamClient.open(at.ports.streams, {
          type,
          deviceid: DEVICE,
          channel: 1,
          spbtime: 1,
          password,
        })
        stream.socket.terminate()
        await stream.closed
      }
    }
    const events = await EventClient.login(at.ports.main, ADMIN, old)
    events.close()
    await callHttp(at, 'PUT', '/gkserver/passwd', { body })
    clock.advance(60_000)
    await link.close()
    const rows = await rowsAfterEnd()
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.some(({ parameters }) => parameters.includes('***'))).toBe(true)
    const found = [...filesIn(data), { path: 'the log', content: Buffer.from(lines.join('\n')) }].flatMap(
      ({ path, content }) => searched.filter((text) => content.includes(text)).map((text) => `${path}: ${text}`),
    )
    expect(found).toEqual([])
    expect(lines.length).toBeGreaterThan(5)
  })
})

function filesIn(folder: string): { path: string; content: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, content: readFileSync(path) }))
}
