import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MediaMessage, parseMediaMessage } from '@fleetglass/contract/streams'
import { until } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../../platform/clock/index.ts'
import { createGracefulClose, createSocketRoutes, type SocketRoutes } from '../../platform/ws/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { LatestMessage } from './latest-message.ts'
import { MediaSocket } from './media-socket.ts'

function frameOf(byte: number, bytes: number): MediaFrame {
  const fields = { kind: 'video', codec: 98, keyFrame: true, mainStream: false, discontinuity: false } as const
  return { ...fields, timestampMs: 1_790_000_000_000 + byte, payload: new Uint8Array(bytes).fill(byte) }
}

describe('a frame for many viewers', () => {
  let server: Server
  let routes: SocketRoutes
  const clients: WebSocket[] = []

  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate()
    await routes.close()
    await new Promise((resolve) => server.close(resolve))
  })

  /** Real sockets that share what was sent last; what each viewer got. */
  async function viewers(count: number): Promise<{ socket: MediaSocket; got: MediaMessage[] }[]> {
    server = createServer()
    routes = createSocketRoutes({
      maxSockets: 10,
      gracefulClose: createGracefulClose(systemClock),
      onRejected: () => {},
    })
    const accepted: WebSocket[] = []
    routes.add('/ws.cgi', { endpoints: () => [], maxMessageBytes: 4096, accept: (socket) => accepted.push(socket) })
    routes.attach(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const latest = new LatestMessage()
    const all = []
    for (let n = 0; n < count; n++) {
      const client = new WebSocket(`ws://127.0.0.1:${port}/ws.cgi`, { perMessageDeflate: false })
      clients.push(client)
      const got: MediaMessage[] = []
      client.on('message', (data) => {
        const message = parseMediaMessage(data as Buffer)
        if (message !== null) got.push({ ...message, payload: message.payload.slice() })
      })
      const side = await until('the viewer is there', () => accepted[n])
      all.push({ socket: new MediaSocket(side, 1, undefined, undefined, latest), got })
    }
    return all
  }

  it('[STRM-21] each viewer has its own sequence numbers and the bytes of each frame', async () => {
    const [early, late, later] = await viewers(3)
    if (!early || !late || !later) throw new Error('three viewers were asked for')
    const frames = [900, 5_000, 70_000, 5_000].map((bytes, byte) => frameOf(byte, bytes))
    early.socket.offer(frames[0] as MediaFrame)
    for (const frame of frames.slice(1)) for (const { socket } of [early, late, later]) socket.offer(frame)
    // One of them is notified that it starts again, and on another channel.
    const last = frameOf(9, 3_000)
    late.socket.send(last, true)
    later.socket.send(last, false)
    early.socket.send(last, false, 2)
    await until('all has come', () => early.got.length === 5 && late.got.length === 4 && later.got.length === 4)
    const received = (got: MediaMessage[]) =>
      got.map(({ sequence, channel, discontinuity, payload }) => [sequence, channel, discontinuity, payload.length])
    const same = [5_000, 70_000, 5_000].map((bytes, n) => [n, 1, false, bytes])
    expect(received(late.got)).toEqual([...same, [3, 1, true, 3_000]])
    expect(received(later.got)).toEqual([...same, [3, 1, false, 3_000]])
    expect(received(early.got).map(([sequence]) => sequence)).toEqual([0, 1, 2, 3, 4])
    expect(received(early.got).at(-1)).toEqual([4, 2, false, 3_000])
    for (const { got } of [early, late, later]) {
      for (const { payload, timestampMs } of got) {
        expect(payload.every((byte) => byte === timestampMs - 1_790_000_000_000)).toBe(true)
      }
    }
  })
})
