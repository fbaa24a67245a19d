// TLS by the front door: a server with a certificate, real sockets.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { systemClock } from '../clock/index.ts'
import { defaultConfig } from '../config/index.ts'
import { createWebListener } from '../http/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics } from '../metrics/index.ts'
import type { Settings } from '../settings/index.ts'
import { openCertificate } from './index.ts'

const certificates = join(import.meta.dirname, '../../../test/certificates')
const authority = ['first', 'second'].map((name) => readFileSync(join(certificates, `${name}.cert.pem`)))
const trust = { ca: authority, host: '127.0.0.1' }

/** Sections with their initial values. */
const nothingSaved: Pick<Settings, 'open'> = {
  open: (section) =>
    ({
      value: section.schema.parse(section.initial(defaultConfig())),
      subscribe: () => ({ close: () => undefined }),
    }) as never,
}

describe('a server with a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-tls-'))
  const tlsCert = join(folder, 'cert.pem')
  const tlsKey = join(folder, 'key.pem')
  let server: TestServer
  let lines: string[]
  beforeAll(async () => {
    lines = []
    use('first')
    server = await startTestServer({ config: { tlsCert, tlsKey }, logLine: (line) => lines.push(line) })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  function use(name: string): void {
    copyFileSync(join(certificates, `${name}.cert.pem`), tlsCert)
    copyFileSync(join(certificates, `${name}.key.pem`), tlsKey)
  }

  it('[VCP-003] [STRM-40] TLS is answered beside plain connections on web, main and streams, and alone on a port of its own', async () => {
    const { http, https, main, streams } = server.ports
    expect(https).toBeGreaterThan(0)
    for (const port of [http, https]) expect(await statusOf(port, '/healthz')).toBe(200)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    for (const port of [main, https]) {
      expect(await handshake(`wss://127.0.0.1:${port}/`)).toBe('open')
    }
    expect(await handshake(`ws://127.0.0.1:${main}/`)).toBe('open')
    const address = `127.0.0.1:${streams}/ws.cgi?type=live&deviceid=1&channel=1&user=${ADMIN}&password=wrong`
    for (const scheme of ['ws', 'wss']) {
      const socket = new WebSocket(`${scheme}://${address}`, trust)
      const [code] = await new Promise<[number]>((resolve) => socket.once('close', (number) => resolve([number])))
      expect(code).toBe(4401)
    }
  })

  it('[low] answers over TLS make browsers stay with TLS, and plain ones do not', async () => {
    const headersOf = (port: number, path: string) =>
      new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
        get({ ...trust, port, path }, (reply) => {
          reply.resume()
          resolve(reply.headers)
        }).on('error', reject)
      })
    const { http, https, main, streams } = server.ports
    for (const [port, path] of [
      [https, '/healthz'],
      [http, '/gkserver/usergroup'],
      [main, '/nothing'],
      [streams, '/pic.cgi'],
    ] as const) {
      expect((await headersOf(port, path))['strict-transport-security'], path).toBe('max-age=15552000')
    }
    expect((await fetch(`${server.url}/healthz`)).headers.has('strict-transport-security')).toBe(false)
  })

  it('the session cookie goes by https only where the login came by it', async () => {
    const login = (port: number): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' }
        const call = request({ ...trust, port, path: '/gkserver/session', method: 'POST', headers }, (reply) => {
          reply.resume()
          resolve(String(reply.headers['set-cookie']))
        })
        call.on('error', reject)
        call.end(JSON.stringify({ username: ADMIN, password: sha256(ADMIN_PASSWORD) }))
      })
    expect(await login(server.ports.https)).toMatch(/; HttpOnly; SameSite=Strict; Secure$/)
  })

  it('a certificate that changes is used for the next connection, an open one stays; one of no use changes nothing', async () => {
    const { https } = server.ports
    const open = await tlsSocket(https)
    expect(nameOf(open)).toBe('fleetglass test, first')
    use('second')
    await server.renewCertificate()
    expect(await nameAt(https)).toBe('fleetglass test, second')
    // The key of another.
    copyFileSync(join(certificates, 'first.key.pem'), tlsKey)
    await server.renewCertificate()
    expect(lines.some((line) => line.includes('the one before stays'))).toBe(true)
    expect(await nameAt(https)).toBe('fleetglass test, second')
    const answered = new Promise<string>((resolve) => open.once('data', (data: Buffer) => resolve(data.toString())))
    open.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await answered).toContain('200 OK')
  })

  /** A listener with both kinds of port. */
  async function listenerWith(headersTimeoutMs: number) {
    use('first')
    const said: string[] = []
    const log = createLog('debug', { write: (line) => said.push(line) })
    const metrics = createMetrics()
    const files = { certFile: tlsCert, keyFile: tlsKey }
    const certificate = await openCertificate({ clock: systemClock, log, settings: nothingSaved, ...files })
    const shared = { clock: systemClock, log, metrics, certificate, connectionsPerAddress: 20 }
    const listener = await createWebListener({ ...shared, name: 'test', headersTimeoutMs })
    listener.fastify.get('/', { config: { access: 'anyone', audit: 'Read a page' } }, async () => ({ here: true }))
    const { port: alone } = await listener.listen({ host: '127.0.0.1', port: 0, onlyTls: true })
    const { port: both } = await listener.listen({ host: '127.0.0.1', port: 0 })
    const close = async (): Promise<void> => {
      certificate.close()
      await listener.close()
      metrics.close()
    }
    return { alone, both, said, close }
  }

  it('closes connections that break off, send no handshake or send plain text to a TLS port, without effect on others', async () => {
    // On a busy machine 200 ms may be too short for any client: the refusal is tested where there is time.
    const hasty = await listenerWith(200)
    const patient = await listenerWith(60_000)
    const hello = Buffer.from([0x16, 3, 1, 0xff, 0xff, 1, 0xff, 0xff, 0xff, ...Array<number>(100).fill(0xaa)])
    const torn = [hello, Buffer.from([0x16]), Buffer.from([0x16, 3, 1]), Buffer.alloc(0)]
    await Promise.all(torn.flatMap((bytes) => [ended(hasty.alone, bytes), ended(hasty.both, bytes)]))
    await ended(patient.alone, Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    expect(patient.said.some((line) => line.includes('plain-http'))).toBe(true)
    for (const port of [patient.alone, patient.both]) expect(await statusOf(port, '/')).toBe(200)
    for (const port of [hasty.alone, hasty.both]) {
      await until('one who is quick enough is served', () =>
        statusOf(port, '/').then(
          (status) => status === 200,
          () => false,
        ),
      )
    }
    await Promise.all([hasty.close(), patient.close()])
  })

  it('one address has its bound of connections over all ports of a listener together', async () => {
    const { alone, both, close } = await listenerWith(60_000)
    const port = (n: number): number => (n % 2 === 0 ? alone : both)
    const many = Array.from({ length: 25 }, (_, n) => connectPlain({ port: port(n), host: '127.0.0.1' }))
    for (const socket of many) socket.on('error', () => {}).resume()
    await until('five are ended', () => many.filter((socket) => socket.destroyed).length === 5)
    await close()
    await until('the others end with the listener', () => many.every((socket) => socket.destroyed))
  })

  it('files that are no pair keep the server from starting, with a sentence', async () => {
    use('first')
    const start = (config: { tlsCert: string; tlsKey: string }) => startTestServer({ config })
    await expect(start({ tlsCert, tlsKey: '' })).rejects.toThrow('give --tls-cert and --tls-key')
    await expect(start({ tlsCert, tlsKey: join(folder, 'none') })).rejects.toThrow(
      'TLS cannot be spoken with the files',
    )
    await expect(start({ tlsCert: tlsKey, tlsKey })).rejects.toThrow('TLS cannot be spoken with the files')
  })
})

function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ ...trust, port, path }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    }).on('error', reject)
  })
}

function handshake(url: string): Promise<string> {
  const socket = new WebSocket(url, trust)
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.once('error', (error) => resolve(error.message))
  })
}

function tlsSocket(port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ ...trust, port }, () => resolve(socket))
    socket.once('error', reject)
  })
}

function nameOf(socket: TLSSocket): string {
  return String(socket.getPeerCertificate().subject.CN)
}

async function nameAt(port: number): Promise<string> {
  const socket = await tlsSocket(port)
  const name = nameOf(socket)
  socket.destroy()
  return name
}

/** Sends that and waits until the server has ended the connection. */
async function ended(port: number, bytes: Buffer): Promise<void> {
  const socket = connectPlain({ port, host: '127.0.0.1' })
  socket.on('error', () => {}).resume()
  if (bytes.length > 0) socket.write(bytes)
  await until(`the server has ended "${bytes.toString('hex')}"`, () => socket.destroyed)
}
