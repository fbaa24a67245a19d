import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { streamRights } from '@fleetglass/contract/streams'
import { createManualClock, until } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createGracefulClose, createSocketRoutes } from '../../platform/ws/index.ts'
import type { StreamGate } from './stream-gate.ts'
import type { FleetStreamKind } from './stream-kinds.types.ts'
import { createStreamSockets } from './stream-socket.ts'

it('a feature that fails at a message closes the socket of that viewer only', async () => {
  const clock = createManualClock()
  const said: string[] = []
  const log = createLog('error', { write: (line) => void said.push(line) })
  const account = { id: 1, name: 'ann', groupId: 1, permission: 0, rights: [] }
  const gate = {
    admitAccount: async () => ({ ok: true, account, keep: () => ({ account, onChange: () => {}, close: () => {} }) }),
  } as unknown as StreamGate
  let running = 0
  const kind: FleetStreamKind = {
    access: streamRights.random,
    audit: 'Watched a camera',
    parameters: z.object({}),
    check: () => null,
    startFleet({ onText, socket }) {
      running += 1
      onText((text) => {
        if (text === 'fail') throw new RangeError('no such year')
        socket.say({ text })
      })
      return {
        close() {
          running -= 1
        },
      }
    },
  }
  const streamLog = { begin: () => ({ end() {} }) }
  const sockets = createStreamSockets({ clock, log, metrics: createMetrics(), gate, streamLog })
  sockets.serve('*', kind)
  const routes = createSocketRoutes({ maxSockets: 10, gracefulClose: createGracefulClose(clock), onRejected: () => {} })
  routes.add('/ws.cgi', sockets.route)
  const server = createServer()
  routes.attach(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws.cgi?deviceid=*&user=ann&password=x`)
    await once(socket, 'open')
    return socket
  }

  const others = await open()
  // Before anybody listens, and after.
  for (const waits of [false, true]) {
    const socket = await open()
    if (waits) await until('it is served', () => running === 2)
    const closed = once(socket, 'close')
    socket.send('fail')
    expect((await closed)[0]).toBe(1011)
    await until('it is forgotten', () => running === 1)
  }
  expect(said).toHaveLength(2)
  expect(said[0]).toContain('no such year')
  const answered = once(others, 'message')
  others.send('and you?')
  expect(String((await answered)[0])).toContain('and you?')
  others.terminate()
  await routes.close()
  await new Promise((resolve) => server.close(resolve))
})
