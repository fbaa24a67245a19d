// The cheapest platform there is: answers registration, authentication and everything else, and stores nothing.
import { type AddressInfo, createServer } from 'node:net'
import { decodeFrame, encodeFrames, FrameSplitter, type SplitterEvent } from '@fleetglass/jt808'

const server = createServer((socket) => {
  const splitter = new FrameSplitter()
  const answer = (event: SplitterEvent): void => {
    const frame = event.kind === 'frame' ? decodeFrame(event.bytes) : null
    if (!frame?.ok) return
    const { messageId, version, serial, terminal } = frame.value.header
    const isRegistration = messageId === 0x0100
    const answered = [serial >> 8, serial & 0xff]
    const body = isRegistration ? [...answered, 0, 0x41] : [...answered, messageId >> 8, messageId & 0xff, 0]
    const header = { messageId: isRegistration ? 0x8100 : 0x8001, version, terminalRaw: terminal.raw, firstSerial: 0 }
    for (const bytes of encodeFrames(header, Uint8Array.from(body))) socket.write(bytes)
  }
  socket.on('data', (bytes) => splitter.push(bytes, answer))
  socket.on('error', () => socket.destroy())
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
process.on('SIGTERM', () => process.exit(0))
