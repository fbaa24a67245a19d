// A TCP proxy that can drop what is sent without closing anything, as a firewall does that forgot a connection.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** `answers`: what the server sends is dropped, what it is sent still arrives. */
export type Silence = 'none' | 'answers' | 'both'

interface Line {
  readonly near: Socket
  readonly far: Socket
  silence: Silence
}

export class SilentProxy {
  /** What becomes of connections from now on. */
  #forNew: Silence = 'none'
  readonly #server: Server
  readonly #lines = new Set<Line>()

  private constructor(target: number) {
    this.#server = createServer((near) => this.#carry(near, connect(target, '127.0.0.1')))
  }

  static async open(targetPort: number): Promise<SilentProxy> {
    const proxy = new SilentProxy(targetPort)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Silences the connections that are open, for good; those that are made later are not concerned. */
  silence(how: Silence): void {
    for (const line of this.#lines) line.silence = how
  }

  /** Silences the connections that are made from now on; `none`: they work. */
  silenceNew(how: Silence): void {
    this.#forNew = how
  }

  async close(): Promise<void> {
    for (const { near, far } of this.#lines) {
      near.destroy()
      far.destroy()
    }
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #carry(near: Socket, far: Socket): void {
    const line: Line = { near, far, silence: this.#forNew }
    this.#lines.add(line)
    near.on('data', (bytes) => line.silence !== 'both' && far.write(bytes))
    far.on('data', (bytes) => line.silence === 'none' && near.write(bytes))
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        // A silent line passes no end on either.
        if (line.silence !== 'none') return
        this.#lines.delete(line)
        other.destroy()
      })
    }
  }
}
