// A process of many viewers that only read: what came is counted in bytes, since one core must bear all of them.
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** `plain` or `tls`. */
const over = process.argv[2]
const [port = 0, count = 0] = process.argv.slice(3, 5).map(Number)
/** Paths with a query, one for each viewer in turn. */
const paths = process.argv.slice(5)
/** A server bounds what one address opens. */
const PER_ADDRESS = 200
const AT_ONCE = 50
let bytes = 0
let open = 0
let ended = 0

for (let n = 0; n < count; n += AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, at) => watch(n + at)))
}
process.on('message', () => process.send?.({ bytes, open, ended }))
process.send?.({ bytes, open, ended })

function watch(n: number): Promise<void> {
  return new Promise((resolve) => {
    const localAddress = `127.0.1.${1 + Math.floor(n / PER_ADDRESS)}`
    const to = { port, host: '127.0.0.1', localAddress }
    const socket: Socket = over === 'tls' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
    socket.once(over === 'tls' ? 'secureConnect' : 'connect', () => {
      const key = 'dGhlIHNhbXBsZSBub25jZQ=='
      const head = [`GET ${paths[n % paths.length]} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: Upgrade']
      const asks = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`]
      socket.write(`${[...head, ...asks].join('\r\n')}\r\n\r\n`)
    })
    socket.once('data', () => {
      open += 1
      resolve()
    })
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      // A ping of the server is two bytes alone; it wants its pong, or takes the viewer for gone.
      if (chunk.length === 2 && chunk[0] === 0x89) socket.write(Buffer.of(0x8a, 0x80, 0, 0, 0, 0))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      ended += 1
      resolve()
    })
  })
}
