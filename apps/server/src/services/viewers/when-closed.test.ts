import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { whenClosed } from './when-closed.ts'

/** Calls back `late` or early for a client that goes at once. */
async function clientGoes(isLate: boolean): Promise<string> {
  const received = Promise.withResolvers<string>()
  const server = createServer((request, response) => {
    const listen = () => whenClosed(response, () => received.resolve(isLate ? 'late' : 'early'))
    if (isLate) response.once('close', () => setImmediate(listen))
    else listen()
    request.socket.destroy()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return await received.promise
}

it('calls back when the client goes, and at once where it went before', async () => {
  expect([await clientGoes(false), await clientGoes(true)]).toEqual(['early', 'late'])
})
