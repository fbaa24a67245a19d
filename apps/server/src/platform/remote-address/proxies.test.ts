// Users behind a proxy: limits apply to the address of each user, not to that of the proxy.

import { decodeVcp, encodeVcp } from '@fleetglass/vcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const PROXY = '127.0.0.9'
const HELD_BACK = { status: 200, body: { hasError: true, code: 'too-many-attempts' } }
const LET_IN = { status: 200, body: expect.not.objectContaining({ hasError: true }) }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { trustedProxies: [PROXY], connectionsPerAddress: 3 } })
})
afterAll(() => server.close())

const login = (password: string, client: string, from = PROXY) =>
  callHttp(server, 'POST', '/gkcommon/userinfo', {
    body: { username: ADMIN, password: sha256(password) },
    headers: { 'x-forwarded-for': client },
    from,
  })

async function loginBySocket(password: string, client: string): Promise<string | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.ports.main}/`, {
    headers: { 'x-forwarded-for': client },
    localAddress: PROXY,
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const answered = new Promise<Buffer>((resolve) => socket.once('message', resolve))
  socket.send(Buffer.from(encodeVcp({ code: 'Q02', fields: { U: ADMIN, P: sha256(password) } })), { binary: false })
  const reply = decodeVcp(await answered)
  socket.close()
  return reply.ok ? (reply.value.fields.W ?? 'in') : undefined
}

describe('behind a trusted proxy', () => {
  it('a wrong password delays only the user who sent it, by call and by link', async () => {
    for (let guess = 0; guess < 6; guess++) expect((await login(`guess ${guess}`, '192.0.2.1')).status).toBe(401)
    expect(await login('guess', '192.0.2.1')).toMatchObject(HELD_BACK)
    expect(await loginBySocket('guess', '192.0.2.1')).toMatch(/^Too many failed logins/)
    expect(await loginBySocket('guess', '192.0.2.2')).toBe('wrong user or password')
    expect(await login(ADMIN_PASSWORD, '192.0.2.3')).toMatchObject(LET_IN)
  })

  it('the addresses of one IPv6 network are held back as one', async () => {
    for (let guess = 0; guess < 6; guess++)
      expect((await login(`guess ${guess}`, `2001:db8:0:5::${guess + 1}`)).status).toBe(401)
    expect(await login('guess', '2001:db8:0:5:f::99')).toMatchObject(HELD_BACK)
    expect((await login('guess', '2001:db8:0:6::1')).status).toBe(401)
  })

  it('connections are not those of one address', async () => {
    const open = Array.from({ length: 5 }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.ports.main}/`, { localAddress: PROXY })
      await new Promise((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      })
      return socket
    })
    for (const socket of await Promise.all(open)) socket.terminate()
  })
})

it('one client behind a proxy has no more sockets than one address may have, and a place is given back', async () => {
  const open = (client: string): Promise<WebSocket | number> => {
    const headers = { 'x-forwarded-for': client }
    const socket = new WebSocket(`ws://127.0.0.1:${server.ports.main}/`, { headers, localAddress: PROXY })
    return new Promise((resolve) => {
      socket.once('open', () => resolve(socket))
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
      socket.on('error', () => {})
    })
  }
  const sockets = [await open('192.0.2.50'), await open('192.0.2.50'), await open('192.0.2.50')]
  expect(await open('192.0.2.50')).toBe(503)
  const other = await open('192.0.2.51')
  expect(other).toBeInstanceOf(WebSocket)
  for (const socket of [...sockets, other]) if (typeof socket !== 'number') socket.terminate()
  await until('a place is free again', async () => {
    const again = await open('192.0.2.50')
    if (typeof again === 'number') return false
    again.terminate()
    return true
  })
})

it('a client that says it is a proxy is not believed', async () => {
  for (let guess = 0; guess < 6; guess++) {
    expect((await login(`guess ${guess}`, `192.0.2.${100 + guess}`, '127.0.0.66')).status).toBe(401)
  }
  expect(await login('guess', '192.0.2.200', '127.0.0.66')).toMatchObject(HELD_BACK)
})
