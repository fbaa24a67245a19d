// The peer of the fan-out: `ws` alone, which sends what a stream would send to everyone who is there.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const [pictures = 0, keyBytes = 0, bytes = 0, perSecond = 0] = process.argv.slice(2, 6).map(Number)
const [certFile, keyFile] = process.argv.slice(6)
const http =
  certFile !== undefined && keyFile !== undefined
    ? createTlsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
    : createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
let at = 0
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port))
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
