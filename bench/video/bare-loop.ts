// The peer of the fan-out: `ws` alone, which sends what a stream would send to everyone who is there.
import { WebSocketServer } from 'ws'

const [pictures = 0, keyBytes = 0, bytes = 0, perSecond = 0] = process.argv.slice(2).map(Number)
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
let at = 0
server.on('listening', () => process.send?.((server.address() as { port: number }).port))
const begunMs = performance.now()
setInterval(() => {
  while (at < ((performance.now() - begunMs) * perSecond) / 1000) {
    const message = Buffer.alloc(at % pictures === 0 ? keyBytes : bytes, 7)
    for (const client of server.clients) client.send(message)
    at += 1
  }
}, 5)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuS: (user + system) / 1e6, sockets: server.clients.size })
})
