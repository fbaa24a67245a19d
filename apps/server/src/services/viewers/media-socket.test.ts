import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseMediaMessage } from '@fleetglass/contract/streams'
import { until } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../../platform/clock/index.ts'
import { createGracefulClose, createSocketRoutes, type SocketRoutes } from '../../platform/ws/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { MediaSocket, SLOW_VIEWER_BYTES } from './media-socket.ts'

function frame(bytes: number, over: Partial<MediaFrame> = {}): MediaFrame {
  return {
    kind: 'video',
    codec: 98,
    keyFrame: false,
    mainStream: false,
    timestampMs: 1_790_000_000_000,
    discontinuity: false,
    payload: new Uint8Array(bytes).fill(7),
    ...over,
  }
}

describe('a socket of ws.cgi', () => {
  let server: Server
  let routes: SocketRoutes
  let client: WebSocket

  afterEach(async () => {
    client.terminate()
    await routes.close()
    await new Promise((resolve) => server.close(resolve))
  })

  /** A real socket: the server's side as a `MediaSocket`, the viewer's side as it is. */
  async function pair(onDropped: () => void = () => {}): Promise<MediaSocket> {
    server = createServer()
    routes = createSocketRoutes({
      maxSockets: 10,
      gracefulClose: createGracefulClose(systemClock),
      onRejected: () => {},
    })
    const accepted = new Promise<WebSocket>((resolve) =>
      routes.add('/ws.cgi', { endpoints: () => [], maxMessageBytes: 4096, accept: (socket) => resolve(socket) }),
    )
    routes.attach(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    client = new WebSocket(`ws://127.0.0.1:${port}/ws.cgi`, { perMessageDeflate: false })
    return new MediaSocket(await accepted, 3, onDropped)
  }

  it('[STRM-17] [STRM-21] messages of every length arrive whole, in order, with text between them', async () => {
    const socket = await pair()
    const received: (number | string)[] = []
    client.on('message', (data, isBinary) => {
      const message = isBinary ? parseMediaMessage(data as Buffer) : null
      if (message) expect(message).toMatchObject({ channel: 3, codec: 98, sequence: received.filter(Number).length })
      received.push(message ? message.payload.length : data.toString())
    })
    const lengths = [1, 101, 102, 999, 1023, 1024, 5000, 65_511, 65_512, 70_000, 300_000]
    for (const length of lengths) {
      socket.offer(frame(length))
      socket.ping()
    }
    await until('all has come', () => received.length === lengths.length * 2)
    expect(received).toEqual(lengths.flatMap((length) => [length, '{"type":"ping"}']))
  })

  it('[STRM-36] a viewer with 4 MB unread loses frames up to a key frame, which says so', async () => {
    let dropped = 0
    const socket = await pair(() => {
      dropped += 1
    })
    await until('the viewer is there', () => client.readyState === client.OPEN)
    const received: { sequence: number; keyFrame: boolean; discontinuity: boolean }[] = []
    client.on('message', (data) => {
      const message = parseMediaMessage(data as Buffer)
      if (message) received.push(message)
    })
    const { _socket: line } = client as WebSocket & { readonly _socket: Duplex }
    line.pause()
    let offered = 0
    while (dropped < 20) {
      socket.offer(frame(200_000, { keyFrame: offered % 10 === 0 }))
      offered += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    // One frame may go over the line, not more.
    expect(socket.waitingBytes).toBeLessThan(SLOW_VIEWER_BYTES + 300_000)
    line.resume()
    await until('the viewer has read', () => socket.waitingBytes === 0)
    socket.offer(frame(100))
    socket.offer(frame(100, { kind: 'audio', codec: 6 }))
    socket.offer(frame(100, { keyFrame: true }))
    socket.offer(frame(100))
    await until('the last frame has come', () => received.at(-1)?.sequence === offered + 3)
    const [key, after] = received.slice(-2)
    expect(key).toMatchObject({ sequence: offered + 2, keyFrame: true, discontinuity: true })
    expect(after).toMatchObject({ sequence: offered + 3, keyFrame: false, discontinuity: false })
    expect(received.length + dropped).toBe(offered + 4)
  })
})
