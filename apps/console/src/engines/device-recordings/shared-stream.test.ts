import { encodeMediaHeader } from '@fleetglass/contract/streams'
import { expect, it } from 'vitest'
import type { MediaSocketLike } from '../player/index.ts'
import { SharedStream } from './shared-stream.ts'

/** A browser's socket that a test drives. */
class ScriptedSocket implements MediaSocketLike {
  binaryType: BinaryType = 'blob'
  readyState = 0
  onopen: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  readonly said: string[] = []
  closedWith: number | undefined
  send(text: string): void {
    this.said.push(text)
  }
  close(code?: number): void {
    this.closedWith = code
  }
  open(): void {
    this.readyState = 1
    this.onopen?.(new Event('open'))
  }
  media(channel: number): void {
    const header = { kind: 'video', codec: 98, keyFrame: true, discontinuity: true, mainStream: true } as const
    const bytes = encodeMediaHeader({ ...header, channel, timestampMs: 0, sequence: 0 }, 0)
    this.onmessage?.({ data: bytes.buffer } as MessageEvent)
  }
}

function share() {
  const sockets: ScriptedSocket[] = []
  const stream = new SharedStream(() => {
    const socket = new ScriptedSocket()
    sockets.push(socket)
    return socket
  })
  const tile = (channel: number, streamId: number) => {
    const heard: string[] = []
    const socket = stream.opener(channel)(`ws://there/ws.cgi?streamid=${streamId}`)
    socket.onopen = () => heard.push('open')
    socket.onmessage = ({ data }) => heard.push(data instanceof ArrayBuffer ? 'media' : String(data))
    socket.onclose = ({ code }) => heard.push(`closed ${code}`)
    return { heard, socket }
  }
  return { sockets, tile }
}

it('[STRM-31] tiles of one stream id share a socket: each has its channel, all receive the messages', () => {
  const { sockets, tile } = share()
  const [one, two] = [tile(1, 7), tile(2, 7)]
  expect(sockets).toHaveLength(1)
  sockets[0]?.open()
  sockets[0]?.media(2)
  sockets[0]?.onmessage?.({ data: '{"type":"ping"}' } as MessageEvent)
  sockets[0]?.onmessage?.({ data: new ArrayBuffer(3) } as MessageEvent)
  expect([one.heard, two.heard]).toEqual([
    ['open', '{"type":"ping"}'],
    ['open', 'media', '{"type":"ping"}'],
  ])
  one.socket.send('{"cmd":"speed","value":2}')
  two.socket.send('{"cmd":"speed","value":2}')
  expect(sockets[0]?.said).toEqual(['{"cmd":"speed","value":2}'])
})

it('another stream id is another socket, and the former one ends when its last tile has left', async () => {
  const { sockets, tile } = share()
  const [one, two] = [tile(1, 7), tile(2, 7)]
  sockets[0]?.open()
  one.socket.close()
  const next = tile(1, 8)
  expect(sockets).toHaveLength(2)
  expect(sockets[0]?.closedWith).toBeUndefined()
  two.socket.close()
  expect(sockets[0]?.closedWith).toBe(1000)
  sockets[1]?.open()
  const late = tile(2, 8)
  await Promise.resolve()
  expect([next.heard, late.heard]).toEqual([['open'], ['open']])
  expect(sockets).toHaveLength(2)
  sockets[1]?.onclose?.({ code: 1006 } as CloseEvent)
  expect(late.heard.at(-1)).toBe('closed 1006')
  tile(2, 8)
  expect(sockets).toHaveLength(3)
})

it('[ERR0-05] a socket that is left while it connects is closed when it has', () => {
  const { sockets, tile } = share()
  tile(1, 7).socket.close()
  expect(sockets[0]?.closedWith).toBeUndefined()
  sockets[0]?.open()
  expect(sockets[0]?.closedWith).toBe(1000)
})
