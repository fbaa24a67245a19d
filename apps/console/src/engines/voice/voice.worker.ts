// The thread of a voice (TALK-10): it receives the microphone's samples, encodes them and has the socket. It ends with its page,
// and its socket with it.
import { systemClock } from '../../platform/clock/index.ts'
import type { VoiceNews, VoiceOrder } from './voice.types.ts'
import { VoiceFrames } from './voice-frames.ts'

const page = globalThis as unknown as {
  onmessage: ((event: MessageEvent<VoiceOrder>) => void) | null
  postMessage(news: VoiceNews, transfer?: Transferable[]): void
}

/** A server that does not read is not spoken to: what waits is of no use to an ear. */
const MOST_UNSENT_BYTES = 16 * 1024

let socket: WebSocket | null = null
let speaking = false

page.onmessage = ({ data: order }) => {
  switch (order.kind) {
    case 'open':
      open(order)
      return
    case 'speak':
      speaking = order.on
      return
    case 'say':
      if (socket?.readyState === WebSocket.OPEN) socket.send(order.text)
      return
    case 'close':
      socket?.close(1000)
  }
}

function open({ url, sampleRate, microphone }: Extract<VoiceOrder, { kind: 'open' }>): void {
  const link = new WebSocket(url)
  link.binaryType = 'arraybuffer'
  link.onopen = () => page.postMessage({ kind: 'opened' })
  link.onclose = ({ code }) => page.postMessage({ kind: 'closed', code })
  link.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) page.postMessage({ kind: 'media', bytes: data }, [data])
    else if (typeof data === 'string') page.postMessage({ kind: 'text', text: data })
  }
  socket = link
  const frames = new VoiceFrames(sampleRate)
  microphone.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    for (const { message, level } of frames.push(data, systemClock.nowMs())) {
      page.postMessage({ kind: 'level', level: speaking ? level : 0 })
      const mayTake = link.readyState === WebSocket.OPEN && link.bufferedAmount < MOST_UNSENT_BYTES
      if (speaking && mayTake) link.send(message)
    }
  }
}
