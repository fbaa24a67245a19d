// Monitor data over HTTP, and the account of the telematics service behind the geo lists.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { geoPaths, geoRows, monitorPaths, monitorRows } from '@fleetglass/contract/monitors'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const VAN = '13812345678'
const SESSION = 'kOIQMP5zVPWm9zV8aBcDgw'
const SERVICE_PASSWORD = 'a-password-of-the-service'
const head = (user: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`,
})
const ask = async (server: TestServer, path: string, user = ADMIN) => {
  const { text } = await callHttp(server, 'GET', path, { headers: head(user) })
  return JSON.parse(text) as unknown
}

interface Question {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Answers as the service does: a login, then lists for a client that shows its session. */
async function startService() {
  const asked: Question[] = []
  const service = { isDown: false }
  const lists: Readonly<Record<string, readonly object[]>> = {
    Rule: [{ id: 'RuleIdlingId', name: 'Idling', color: { r: 1 } }],
    Device: [{ id: 'b1', name: 'Truck 7', serialNumber: 'G9TEST000001' }],
  }
  const answerOf = ({ method, params }: Question): object => {
    if (service.isDown) return { error: { message: 'down' } }
    const credentials = { userName: params['userName'], database: params['database'], sessionId: SESSION }
    if (method === 'Authenticate') return { result: { credentials, path: 'ThisServer' } }
    const shown = params['credentials'] as { readonly sessionId?: unknown } | undefined
    if (shown?.sessionId !== SESSION) return { error: { message: 'InvalidUserException' } }
    return { result: lists[String(params['typeName'])] ?? [] }
  }
  const peer = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(chunks).toString()) as Question
      asked.push(question)
      reply.end(JSON.stringify(answerOf(question)))
    })
  })
  peer.listen(0, '127.0.0.1')
  await once(peer, 'listening')
  return Object.assign(service, {
    asked,
    url: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
    async close() {
      peer.close()
      peer.closeAllConnections()
      await once(peer, 'close')
    },
  })
}

describe('the lists of a telematics account', () => {
  const clock = createManualClock(Date.UTC(2026, 10, 28))
  const lines: string[] = []
  let service: Awaited<ReturnType<typeof startService>>
  let server: TestServer
  beforeAll(async () => {
    service = await startService()
    server = await startTestServer({
      clock,
      logLine: (line) => lines.push(line),
      config: {
        localTargets: true,
        telematics: service.url,
        telematicsDatabase: 'fleet_db',
        telematicsUser: 'ops@example.org',
        telematicsPassword: SERVICE_PASSWORD,
      },
    })
    await addUsers(server, { name: 'second', permission: 1 })
  })
  afterAll(async () => {
    await server.close()
    await service.close()
  })

  it('[DEBUG-05] [API2-174] [API2-179] show its session, of which only the last four characters are delivered', async () => {
    const text = JSON.stringify(await ask(server, geoPaths.auth))
    const rows = geoRows.auth.strict().array().parse(JSON.parse(text))
    expect(geoPaths.auth).toBe('/api/geoauth')
    const masked = `${'*'.repeat(SESSION.length - 4)}${SESSION.slice(-4)}`
    const account = { userName: 'ops@example.org', database: 'fleet_db', path: 'ThisServer' }
    expect(rows).toEqual([{ ...account, sessionId: masked, updatetime: Math.floor(clock.nowMs() / 1000) }])
    expect(text).not.toContain(SESSION.slice(0, -4))
  })

  it('[DEBUG-06] [DEBUG-07] [API2-175] [API2-176] show its rules and its devices, with the user whose they are', async () => {
    expect([geoPaths.rules, geoPaths.devices]).toEqual(['/api/georule', '/api/geodevice'])
    const rules = geoRows.rules
      .strict()
      .array()
      .parse(await ask(server, geoPaths.rules))
    expect(rules).toEqual([{ userName: 'ops@example.org', id: 'RuleIdlingId', name: 'Idling' }])
    const devices = geoRows.devices
      .strict()
      .array()
      .parse(await ask(server, geoPaths.devices))
    const device = { userName: 'ops@example.org', id: 'b1', serialNumber: 'G9TEST000001', name: 'Truck 7' }
    expect(devices).toEqual([device])
  })

  it('are read with one login, however often they are asked for', async () => {
    for (const path of Object.values(geoPaths)) await Promise.all([ask(server, path), ask(server, path)])
    expect(service.asked.map(({ method, params }) => params['typeName'] ?? method).sort()).toEqual([
      'Authenticate',
      'Device',
      'Rule',
    ])
  })

  it('a service that does not answer as it should is named, and asked again the next time', async () => {
    clock.advance(3_600_000)
    service.isDown = true
    for (const path of Object.values(geoPaths)) {
      expect(await ask(server, path)).toEqual(failedCall('telematics-unavailable'))
    }
    service.isDown = false
    expect(await ask(server, geoPaths.rules)).toHaveLength(1)
    const log = lines.join('')
    expect(log).toContain('telematics')
    for (const secret of [SERVICE_PASSWORD, SESSION, sha256(ADMIN_PASSWORD)]) expect(log).not.toContain(secret)
  })

  it('[DEBUG-28] are for permission 0 alone, as all monitor data over HTTP', async () => {
    for (const path of [...Object.values(geoPaths), ...Object.values(monitorPaths)]) {
      expect(await ask(server, path, 'second')).toEqual(failedCall('permission-denied'))
      expect((await callHttp(server, 'GET', path)).body).toMatchObject({ hasError: true })
    }
  })
})

describe('the connections of devices over HTTP', () => {
  let server: TestServer
  let device: DeviceClient
  beforeAll(async () => {
    server = await startTestServer()
    const link = await server.login()
    await link.request('D01', { A: VAN, C: '3' })
    await link.close()
    device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
  })
  afterAll(async () => {
    await device.close()
    await server.close()
  })

  it('[DEBUG-30] the lists of a telematics account are empty where none is configured', async () => {
    for (const path of Object.values(geoPaths)) expect(await ask(server, path)).toEqual([])
  })

  it('[DEBUG-08] [API2-177] GET /api/devarray returns a row for each connection, with the state of eight channels', async () => {
    expect(monitorPaths.connections).toBe('/api/devarray')
    const rows = monitorRows.connections
      .strict()
      .array()
      .parse(await ask(server, '/api/devarray'))
    const sockets = {
      Sock1: 'idle',
      Sock2: 'idle',
      Sock3: 'idle',
      Sock4: '',
      Sock5: '',
      Sock6: '',
      Sock7: '',
      Sock8: '',
    }
    expect(rows).toMatchObject([{ deviceid: VAN, ChCount: 3, ...sockets }])
    const nowS = Date.now() / 1000
    for (const timeS of [rows[0]?.ArrivedTime, rows[0]?.LastRecvTime, rows[0]?.LastSentTime]) {
      expect(Math.abs((timeS ?? 0) - nowS)).toBeLessThan(60)
    }
  })

  it('[DEBUG-09] [API2-178] GET /api/devinfo returns a row for each connected device, with what it says of itself', async () => {
    expect(monitorPaths.devices).toBe('/api/devinfo')
    const rows = monitorRows.devices
      .strict()
      .array()
      .parse(await ask(server, '/api/devinfo'))
    const known = { deviceid: VAN, isVcp: true, ChCount: 3, eventGroup: 'GLOBAL', IP: '127.0.0.1' }
    expect(rows).toMatchObject([known])
    expect(rows[0]?.modelName).not.toBe('')
    expect(rows[0]?.version).not.toBe('')
    expect(rows[0]?.port).toBeGreaterThan(0)
    expect(Math.abs((rows[0]?.bindTime ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  })
})
