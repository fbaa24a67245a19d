import { connect, createServer } from 'node:net'

/** How many of the ports take a connection. */
export async function openOf(ports: Iterable<number>): Promise<number> {
  const takes = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  const open = await Promise.all([...ports].map(takes))
  return open.filter((isOpen) => isOpen).length
}

/** A port that was free a moment ago, with some above it. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return Math.min(port, 65_000)
}
