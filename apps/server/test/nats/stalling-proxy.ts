// A TCP proxy that stops passing on what the server sends, as a client does that is too slow to read.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export class StallingProxy {
  readonly #server: Server
  readonly #pairs = new Set<{ readonly near: Socket; readonly far: Socket }>()

  private constructor(target: number) {
    this.#server = createServer((near) => this.#carry(near, connect(target, '127.0.0.1')))
  }

  static async open(targetPort: number): Promise<StallingProxy> {
    const proxy = new StallingProxy(targetPort)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  stall(): void {
    for (const { far } of this.#pairs) far.pause()
  }

  goOn(): void {
    for (const { far } of this.#pairs) far.resume()
  }

  async close(): Promise<void> {
    for (const { near, far } of this.#pairs) {
      near.destroy()
      far.destroy()
    }
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #carry(near: Socket, far: Socket): void {
    const pair = { near, far }
    this.#pairs.add(pair)
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#pairs.delete(pair)
        other.destroy()
      })
    }
  }
}
