import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock/index.ts'
import { listenBoth } from './listen-both.ts'
import { listenTcp } from './tcp-listener.ts'
import { listenUdp } from './udp-listener.ts'

const host = '127.0.0.1'
const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** Another program, which takes datagrams at this port. */
async function take(port: number): Promise<Socket> {
  const socket = createSocket('udp4')
  opened.push(socket)
  socket.bind(port, host)
  await once(socket, 'listening')
  return socket
}

function listen(port: number, found: (port: number) => Promise<unknown>) {
  return listenBoth(port, {
    async tcp(wanted) {
      const tcp = await listenTcp({
        name: 'signalling',
        clock: systemClock,
        host,
        port: wanted,
        limits: { connections: 1, connectionsPerAddress: 1 },
        accept: () => ({ receive: () => undefined, ended: () => undefined }),
        rejected: () => undefined,
      })
      await found(tcp.port)
      return tcp
    },
    udp: (wanted) => listenUdp({ name: 'signalling', host, port: wanted, receive: () => undefined }),
  })
}

it('a number that is free for connections only is given up for another one', async () => {
  const tried: number[] = []
  const { tcp, udp } = await listen(0, async (port) => {
    tried.push(port)
    if (tried.length <= 2) await take(port)
  })
  opened.push(tcp, udp)
  expect(tried).toHaveLength(3)
  expect([tcp.port, udp.port]).toEqual([tried[2], tried[2]])
})

it('a number that was asked for is not: the sentence says what is in the way, and nothing stays open', async () => {
  const { port } = (await take(0)).address()
  const again = () => listen(port, async () => undefined)
  await expect(again()).rejects.toThrow(`The signalling port ${port} is in use`)
  await expect(again()).rejects.toThrow(`The signalling port ${port} is in use`)
})
