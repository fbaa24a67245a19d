// A process of viewers: one socket each, every message read, holes in the sequence counted.
import { type LiveStreamParameters, liveStreamAddress, parseMediaMessage } from '@fleetglass/contract/streams'
import { WebSocket } from 'ws'
import { CHILD_PASSWORD } from '../../apps/server/test/server-child.ts'
import { hashPassword } from '../../scripts/operator.ts'

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
  const socket = new WebSocket(`ws://127.0.0.1:${port}${liveStreamAddress(parameters)}`, { perMessageDeflate: false })
  let next = 0
  socket.on('message', (data, isBinary) => {
    if (!isBinary) return
    const message = parseMediaMessage(data as Buffer)
    frames += 1
    if (message === null || message.sequence !== next) holes += 1
    next = (message?.sequence ?? next) + 1
  })
  socket.on('close', () => (closed += 1))
  socket.on('error', (error) => console.error(error.message))
}
process.on('message', () => process.send?.({ frames, holes, closed }))
process.send?.('ready')
