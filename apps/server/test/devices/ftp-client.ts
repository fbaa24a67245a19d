// A device's side of FTP, for tests: real sockets, line by line, and nothing of its own will.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export class FtpClient {
  /** Replies that nobody took. */
  readonly replies: string[] = []
  /** Resolves when the connection is over. */
  readonly closed: Promise<void>
  readonly #socket: Socket
  readonly #from: string
  #buffered = ''
  #wake = (): void => {}

  private constructor(socket: Socket, from: string) {
    this.#socket = socket
    this.#from = from
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      const lines = (this.#buffered + chunk.toString()).split('\r\n')
      this.#buffered = lines.pop() ?? ''
      this.replies.push(...lines)
      this.#wake()
    })
    socket.on('close', () => this.#wake())
  }

  /** Connected, and greeted. */
  static async connect(port: number, from = '127.0.0.1'): Promise<FtpClient> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    await once(socket, 'connect')
    const client = new FtpClient(socket, from)
    await client.reply()
    return client
  }

  static async login(port: number, { user, password }: { user: string; password: string }): Promise<FtpClient> {
    const client = await FtpClient.connect(port)
    await client.say(`USER ${user}`)
    const answer = await client.say(`PASS ${password}`)
    if (!answer.startsWith('230')) throw new Error(`no login: ${answer}`)
    return client
  }

  /** The next reply; empty when the connection is over. */
  async reply(): Promise<string> {
    while (this.replies.length === 0 && !this.#socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.replies.shift() ?? ''
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return await this.reply()
  }

  /** The port for the next file. */
  async passive(): Promise<number> {
    const answer = await this.say('EPSV')
    const port = /\|\|\|(\d+)\|/.exec(answer)?.[1]
    if (port === undefined) throw new Error(`no port: ${answer}`)
    return Number(port)
  }

  /** A connection for a file, and what the server says about it. */
  async open(command: string): Promise<{ data: Socket; answer: string }> {
    const data = connect({ port: await this.passive(), host: '127.0.0.1', localAddress: this.#from })
    data.on('error', () => {})
    await once(data, 'connect')
    return { data, answer: await this.say(command) }
  }

  /** Sends a whole file; what the server says at its end. */
  async put(command: string, bytes: Uint8Array): Promise<string> {
    const { data, answer } = await this.open(command)
    if (!answer.startsWith('150')) {
      data.destroy()
      return answer
    }
    data.end(bytes)
    return await this.reply()
  }

  close(): void {
    this.#socket.destroy()
  }
}
