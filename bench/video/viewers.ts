// A process of viewers: one socket each, every message read, holes in the sequence counted.
import { type LiveStreamParameters, liveStreamAddress, parseMediaMessage } from '@fleetglass/contract/streams'
import { CHILD_PASSWORD } from '../../apps/server/test/recordings/server-child.ts'
import { hashPassword } from '../../tools/site/operator.ts'

const [port = 0, count = 0, firstTerminal = 0, channels = 1] = process.argv.slice(2).map(Number)
let frames = 0
let holes = 0
let closed = 0

for (let n = 0; n < count; n++) {
  const deviceid = String(firstTerminal + (n % channels))
  const parameters: LiveStreamParameters = {
    deviceid,
    channel: 1,
    user: 'admin',
    password: hashPassword(CHILD_PASSWORD),
  }
  const socket = new WebSocket(`ws://127.0.0.1:${port}${liveStreamAddress(parameters)}`)
  socket.binaryType = 'arraybuffer'
  let next = 0
  socket.addEventListener('message', ({ data }) => {
    if (!(data instanceof ArrayBuffer)) return
    const message = parseMediaMessage(new Uint8Array(data))
    frames += 1
    if (message === null || message.sequence !== next) holes += 1
    next = (message?.sequence ?? next) + 1
  })
  socket.addEventListener('close', () => {
    closed += 1
  })
}
process.on('message', () => process.send?.({ frames, holes, closed }))
process.send?.('ready')
