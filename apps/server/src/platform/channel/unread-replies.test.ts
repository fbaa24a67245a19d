// Peers that do not read, through real sockets.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { until } from '@fleetglass/testkit'
import { encodeVcp } from '@fleetglass/vcp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../clock/index.ts'
import { createLog } from '../log/index.ts'
import { createMetrics, type Metrics } from '../metrics/index.ts'
import { createMainChannel, loginMessage } from './index.ts'

const MIB = 1024 * 1024

describe('replies that are not read', () => {
  let server: WebSocketServer
  let metrics: Metrics
  const clients: WebSocket[] = []

  beforeEach(async () => {
    metrics = createMetrics()
    const log = createLog('silent')
    const limits = { unreadBytes: 24 * MIB, unreadBytesOfAll: 40 * MIB }
    const channel = createMainChannel({ clock: systemClock, log, metrics, limits })
    channel.add(loginMessage('Q00', 'Logged in', ({ reply }) => reply({}, new Uint8Array(3 * MIB))))
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
    server.on('connection', (socket) =>
      channel.route.accept(
        socket,
        { address: 'test' } as never,
        () => {},
        () => {},
      ),
    )
    await once(server, 'listening')
  })

  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate()
    for (const socket of server.clients) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
    metrics.close()
  })

  async function connect(): Promise<WebSocket> {
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    clients.push(client)
    client.on('error', () => undefined)
    await once(client, 'open')
    return client
  }

  const ask = (client: WebSocket, times: number): void => {
    for (let n = 0; n < times; n++) client.send(encodeVcp({ code: 'Q00', fields: {} }))
  }
  const stored = (): number => [...server.clients].reduce((sum, socket) => sum + socket.bufferedAmount, 0)

  it('end a link above the bound of one link, at once and with all it kept', async () => {
    const deaf = await connect()
    deaf.pause()
    ask(deaf, 20)
    await until('the link is gone', () => server.clients.size === 0)
    expect(stored()).toBe(0)
  })

  it('of all links together end the one that keeps most, and no other', async () => {
    const [little, much, good] = [await connect(), await connect(), await connect()]
    for (const deaf of [little, much]) deaf.pause()
    ask(little, 6)
    await until('the first keeps something', () => stored() > 8 * MIB)
    const before = stored()
    ask(much, 8)
    await until('the second keeps more', () => stored() > before + 14 * MIB)
    const third = await connect()
    third.pause()
    ask(third, 6)
    await until('one link is gone', () => server.clients.size === 3)
    for (let n = 0; n < 4; n++) {
      const answer = once(good, 'message')
      ask(good, 1)
      await answer
    }
    expect(stored()).toBeLessThanOrEqual(40 * MIB)
    little.resume()
    let read = 0
    little.on('message', () => read++)
    await until('the link that kept little goes on', () => read === 6)
    much.resume()
    await once(much, 'close')
    expect(server.clients.size).toBe(3)
  })
})
