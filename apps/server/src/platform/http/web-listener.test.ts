import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { consolePages } from '@fleetglass/contract/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import type { Caller } from '../access-policy/index.ts'
import { systemClock } from '../clock/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics } from '../metrics/index.ts'
import { createWebListener, endpoint, type WebListener } from './index.ts'

const page = '<!doctype html><title>Fleetglass</title><script src="/gms.js"></script>'
const script = `console.log(1) //${' '.repeat(2000)}`

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fleetglass-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets/app-1a2b.js'), script)
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script))
  server = await startTestServer({ consoleFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })

describe('files of the console', () => {
  it('the page is asked for again each time, an asset with a hash in its name never', async () => {
    const index = await get('/')
    expect([await index.text(), index.headers.get('cache-control')]).toEqual([page, 'no-cache'])
    const asset = await get('/assets/app-1a2b.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('with ?safemode=1 a page loads the script of the safe mode in place of the site script; a file and a call are as without', async () => {
    const browser = { accept: 'text/html,*/*' }
    for (const path of ['/?safemode=1', '/setting?tab=extra-js&safemode=1']) {
      const safe = await get(path, browser)
      expect([await safe.text(), safe.headers.get('cache-control')]).toEqual([
        page.replace('/gms.js', '/gms.js?safemode=1'),
        'no-cache',
      ])
    }
    for (const path of ['/', '/?safemode=0', '/login?x=safemode=1'])
      expect(await (await get(path, browser)).text()).toBe(page)
    expect(await (await get('/assets/app-1a2b.js?safemode=1')).text()).toBe(script)
    expect(await (await get('/api/nothing?safemode=1')).json()).toEqual(failedCall('unknown-path'))
  })

  it('a file that lies beside its compressed form is sent compressed', async () => {
    const compressed = await new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = []
      const socket = connect(server.ports.http, '127.0.0.1')
      socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('close', () => resolve(Buffer.concat(chunks)))
      socket.write('GET /assets/app-1a2b.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n')
    })
    const body = compressed.subarray(compressed.indexOf('\r\n\r\n') + 4)
    expect(compressed.toString('latin1')).toContain('content-encoding: gzip')
    expect(gunzipSync(body).toString()).toBe(script)
  })

  it('a path that names no file is a page when a browser asks, and a failed call otherwise', async () => {
    const browser = { accept: 'text/html,*/*' }
    for (const path of ['/liveview/van-1', '/login', '/splayback?x=1']) {
      const reply = await get(path, browser)
      expect([reply.status, await reply.text()]).toEqual([200, page])
    }
    for (const path of ['/gkserver/nothing', '/api/nothing', '/gkcommon/x', '/assets/none.js']) {
      expect((await get(path, browser)).status).toBe(404)
    }
    expect((await get('/liveview/van-1')).status).toBe(404)
  })

  it('[SHELL-072] every path of the table of pages is the console, whatever stands in its place', async () => {
    const paths = consolePages.map(({ path }) => path.replace(/:[a-z]+\??/, 'recorder-1.mp4'))
    expect(paths).toContain('/i18neditor')
    const replies = await Promise.all(paths.map((path) => get(path, { accept: 'text/html' })))
    const wrong = replies.filter(({ status }) => status !== 200).map(({ url }) => url)
    expect(wrong).toEqual([])
    for (const reply of replies) expect(await reply.text()).toBe(page)
  })

  it('nothing above the folder can be reached', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2fx.html',
    ]) {
      const reply = await get(path)
      expect(reply.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('may be asked for before it is built, and says so', async () => {
    const empty = await startTestServer({ consoleFolder: join(folder, 'none') })
    const reply = await fetch(`${empty.url}/login`, { headers: { accept: 'text/html' } })
    expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('npm run build')])
    await empty.close()
  })
})

describe('headers', () => {
  it('let the page load its own scripts and talk to other ports of its host, and nothing else', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("worker-src 'self';")
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:* wss://127.0.0.1:* http://127.0.0.1:*")
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect((await get('/')).headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('health and metrics', () => {
  it('healthz is 200 while the database answers and recordings can be written', async () => {
    const reply = await get('/healthz')
    const healthy = { status: 'ok', version: '0.1.0', database: 'ok', recording: 'ok' }
    expect([reply.status, await reply.json()]).toEqual([200, healthy])
  })

  it('metrics are in the format of Prometheus', async () => {
    const reply = await get('/metrics')
    expect(reply.headers.get('content-type')).toContain('version=0.0.4')
    const text = await reply.text()
    for (const name of [
      'fleetglass_channel_connections',
      'fleetglass_database_waiting',
      'fleetglass_disk_free_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toContain(`\n${name} `)
    }
  })
})

describe('calls', () => {
  let listener: WebListener
  let url: string
  const hash = sha256('secret')
  const waiting: string[] = []
  const account: Caller = { id: 1, name: 'lin', permission: 2, access: '001', groupId: 1 }
  beforeAll(async () => {
    const log = createLog('silent')
    listener = await createWebListener({
      name: 'test',
      clock: systemClock,
      log,
      metrics: createMetrics(),
      connectionsPerAddress: 512,
    })
    const authenticator = {
      verify: async ({ user, passwordHash }: { user: string; passwordHash: string }) =>
        user === 'lin' && passwordHash === hash ? account : null,
      ofApiToken: async () => null,
      ofCookie: async () => null,
      openReader: null,
      takesQueryCredentials: false,
    }
    const body = z.object({ deviceid: z.string().min(1, 'is empty') })
    const handle = ({ body: { deviceid }, account: { name } }: { body: { deviceid: string }; account: Caller }) => {
      if (deviceid === 'bug') throw new Error('secret detail')
      return { deviceid, name }
    }
    const endpoints = [
      endpoint({
        method: 'POST',
        path: '/gkdevice/x',
        access: { anyOf: ['P_live'] },
        audit: 'Read x of device {deviceid}',
        body,
        handle,
      }),
      endpoint({ method: 'GET', path: '/gkdevice/x', access: 'login', audit: 'Read x', body, handle }),
      endpoint({
        method: 'GET',
        path: '/long',
        access: 'login',
        audit: 'Read much',
        body: z.object({}),
        async handle({ gone }) {
          waiting.push('begun')
          await until('the caller is gone', () => gone.aborted)
          waiting.push('ended')
          return {}
        },
      }),
      endpoint({ method: 'POST', path: '/admin', access: { permissionBelow: 1 }, audit: 'Read x', body, handle }),
    ]
    for (const one of endpoints) one.mount(listener.fastify, authenticator)
    url = `http://127.0.0.1:${(await listener.listen({ host: '127.0.0.1', port: 0 })).port}`
  })
  afterAll(() => listener.close())
  const post = async (path: string, content: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof content === 'string' ? content : JSON.stringify(content),
    })
    return [reply.status, await reply.json()] as const
  }
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  })
  const who = { username: 'lin', password: hash }

  it('[API0-01] [API0-02] [API1-01] carry user and hash in the body', async () => {
    expect(await post('/gkdevice/x', { ...who, deviceid: 'van' })).toEqual([200, { deviceid: 'van', name: 'lin' }])
  })

  it('a GET carries them as Authorization: Basic', async () => {
    const reply = await fetch(`${url}/gkdevice/x?deviceid=van`, { headers: basic('lin', hash) })
    expect([reply.status, await reply.json()]).toEqual([200, { deviceid: 'van', name: 'lin' }])
    for (const headers of [{}, basic('lin', 'x'), basic('eve', hash), { authorization: 'Basic ???' }]) {
      expect((await fetch(`${url}/gkdevice/x?deviceid=van`, { headers })).status).toBe(401)
    }
  })

  it('a long call learns that its caller has closed the connection', async () => {
    const caller = new AbortController()
    const reply = fetch(`${url}/long`, { headers: basic('lin', hash), signal: caller.signal }).catch(() => null)
    await until('the call has begun', () => waiting.includes('begun'))
    caller.abort()
    await reply
    await until('the call has ended', () => waiting.includes('ended'))
  })

  it('[API0-04] [API1-44] wrong credentials are 401, a missing right 403, an unknown path 404, everything else 200', async () => {
    for (const wrong of [
      {},
      { ...who, password: 'plain' },
      { ...who, password: sha256('x') },
      { ...who, username: 7 },
    ]) {
      expect(await post('/gkdevice/x', { deviceid: 'van', ...wrong })).toEqual([401, failedCall('wrong-credentials')])
    }
    expect(await post('/admin', { ...who, deviceid: 'van' })).toEqual([403, failedCall('permission-denied')])
    expect(await post('/nothing', who)).toEqual([404, failedCall('unknown-path')])
    expect(await post('/gkdevice/x', { ...who, deviceid: '' })).toEqual([
      200,
      failedCall('invalid-field', { field: 'deviceid', reason: 'is empty' }),
    ])
  })

  it('[ERR0-06] [API1-44] a bug reveals nothing of itself: status 200, a sentence, no code, no stack', async () => {
    expect(await post('/gkdevice/x', { ...who, deviceid: 'bug' })).toEqual([200, failedCall('internal')])
  })

  it('[API0-04] rubbish in a body is answered with a sentence', async () => {
    for (const content of ['[]', '"x"', 'null']) {
      expect(await post('/gkdevice/x', content)).toEqual([401, failedCall('wrong-credentials')])
    }
    expect(await post('/gkdevice/x', '{')).toEqual([200, failedCall('unreadable-body')])
    expect(await post('/gkdevice/x', '<a/>', { 'content-type': 'text/xml' })).toEqual([
      200,
      failedCall('unreadable-body'),
    ])
    expect(await post('/gkdevice/x', 'x'.repeat(1024 * 1024 + 1))).toEqual([200, failedCall('body-too-large')])
  })

  it('[API0-04] a path that cannot be decoded is an unknown one', async () => {
    for (const path of ['/%zz', '/gkdevice/%']) {
      const reply = await fetch(`${url}${path}`)
      expect([reply.status, await reply.json()]).toEqual([404, failedCall('unknown-path')])
    }
  })
})

it('[API1-44] [API0-04] a flood of calls from one address is refused with 200, hasError and when to come back, while health is still reported', async () => {
  const flooded = await startTestServer({ consoleFolder: folder })
  // Many at once on a connection: however slow the machine is, all come within the ten seconds of the limit.
  for (let batch = 0; batch < 10; batch++) expect(await statusesAtOnce(flooded.ports.http, 100)).toEqual([[404, 100]])
  const reply = await fetch(`${flooded.url}/x`)
  expect([reply.status, await reply.json()]).toEqual([200, failedCall('too-many-calls')])
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${flooded.url}/healthz`)).status).toBe(200)
  await flooded.close()
})

it('bytes that are no HTTP end their own connection and nothing else', async () => {
  for (const bytes of [
    '\x16\x03\x01\x02\x00',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(100_000)}`,
  ]) {
    const closed = new Promise((resolve) => {
      const socket = connect(server.ports.http, '127.0.0.1')
      socket
        .on('data', () => {})
        .on('error', () => {})
        .on('close', resolve)
      socket.write(bytes)
    })
    await closed
  }
  expect(await (await get('/metrics')).text()).toMatch(
    /fleetglass_http_bad_requests_total\{listener="web",reason="HPE_\w+"\} \d/,
  )
  const { status } = await get('/healthz')
  expect(status).toBe(200)
  const client = await server.connect()
  expect((await client.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
  await client.close()
})

/** The statuses of `count` calls that are sent at once, without waiting for an answer, and how often each came. */
async function statusesAtOnce(port: number, count: number): Promise<[status: number, times: number][]> {
  const socket = connect(port, '127.0.0.1')
  const call = (last: boolean) =>
    `GET /x HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nConnection: ${last ? 'close' : 'keep-alive'}\r\n\r\n`
  socket.write(call(false).repeat(count - 1) + call(true))
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))
  return [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length])
}
