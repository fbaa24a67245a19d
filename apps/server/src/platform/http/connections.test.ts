// What one client can take of a listener: connections that say nothing, that never close, that are too many.
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/harness.ts'
import { systemClock } from '../clock/index.ts'
import type { TcpPort } from '../listeners/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics, type Metrics } from '../metrics/index.ts'
import { createWebListener, type WebListener } from './index.ts'

let listener: WebListener
let metrics: Metrics
let port: number
let bound: TcpPort
let clients: Socket[]
/** Resolves when the large answer has been asked for. */
let asked: Promise<boolean>
beforeEach(async () => {
  metrics = createMetrics()
  clients = []
  const options = { name: 'test', clock: systemClock, log: createLog('silent'), metrics }
  listener = await createWebListener({ ...options, connectionsPerAddress: 20, headersTimeoutMs: 200 })
  listener.fastify.get('/', { config: { access: 'anyone', audit: 'Read a page' } }, async () => ({ here: true }))
  asked = new Promise((resolve) => {
    listener.fastify.get('/large', { config: { access: 'anyone', audit: 'Read a page' } }, async () => {
      resolve(true)
      return 'x'.repeat(64 * 1024 * 1024)
    })
  })
  bound = await listener.listen({ host: '127.0.0.1', port: 0 })
  port = bound.port
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await listener.close()
  metrics.close()
})

/** A client that never closes its side. */
function client(text: string, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(text)
  clients.push(socket)
  return socket
}
const open = () => bound.connections
const ask = (localAddress: string) =>
  new Promise<string>((resolve) => {
    let text = ''
    const socket = client('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', localAddress)
    socket.on('data', (chunk: Buffer) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('end', () => socket.end())
  })

it('a client that does not read its answer does not hold up the stop', async () => {
  const reader = client('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  reader.pause()
  await until('the answer waits for its reader', async () => (await asked) && open() === 1)
  await listener.close()
})

describe('connections of a client that does not close', () => {
  it.each([
    ['half a head of a request', 'GET / HTTP/1.1\r\nX: '],
    ['nothing at all', ''],
    ['bytes that are no HTTP', 'rubbish\r\n\r\n'],
    [
      'an upgrade to a path that is none',
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ],
  ])('are gone after %s', async (_, text) => {
    for (let count = 0; count < 5; count++) client(text)
    await until('they are open', () => open() === 5)
    await until('they are gone', () => open() === 0)
  })
})

it('one address has a bound of connections, beyond which it is refused and counted; others get in', async () => {
  for (let count = 0; count < 30; count++) client('GET / HTTP/1.1\r\nX: ')
  await until('the bound is reached', async () =>
    /fleetglass_connections_refused_total\{listener="test",reason="too-many-of-address"\} 10\n/.test(
      await metrics.text(),
    ),
  )
  expect(await ask('127.0.0.2')).toContain('{"here":true}')
  await until('the silent ones are gone', () => open() === 0)
  await until('there is room again', async () => (await ask('127.0.0.1')).includes('{"here":true}'))
})
