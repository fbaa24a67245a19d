// The console's side of the main channel, for tests.
import { createHash } from 'node:crypto'
import { decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'
import { type RawData, WebSocket } from 'ws'

export interface Reply {
  readonly fields: Readonly<Record<string, string>>
  /** Payload as text; empty when there is none. */
  readonly text: string
}

export interface Closed {
  readonly code: number
  readonly reason: string
}

export class ChannelClient {
  readonly closed: Promise<Closed>
  /** Every message that came, in order. */
  readonly received: VcpMessage[] = []
  /** Whether each came as a text message. */
  readonly wasText: boolean[] = []
  readonly #socket: WebSocket
  #wake: () => void = () => {}
  #next = 0
  #serial = 0
  #end: Closed | null = null

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        this.#end = { code, reason: reason.toString() }
        resolve(this.#end)
        this.#wake()
      })
    })
    socket.on('error', () => {})
    socket.on('message', (data: RawData, isBinary) => {
      const decoded = decodeVcp(data as Buffer)
      if (!decoded.ok) throw new Error(`the server sent what cannot be read: ${decoded.reason}`)
      this.received.push(decoded.value)
      this.wasText.push(!isBinary)
      this.#wake()
    })
  }

  static connect(port: number, path = '/', headers: Record<string, string> = {}): Promise<ChannelClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, perMessageDeflate: false })
    const client = new ChannelClient(socket)
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(client))
      socket.once('error', reject)
    })
  }

  /** The next message that has not been taken yet. */
  async next(): Promise<VcpMessage> {
    for (;;) {
      const message = this.received[this.#next]
      if (message !== undefined) {
        this.#next++
        return message
      }
      if (this.#end !== null) throw new Error(`the link was closed: ${this.#end.code} ${this.#end.reason}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  send(code: string, fields: Record<string, string> = {}, payload?: Uint8Array): void {
    this.sendBytes(encodeVcp({ code, fields, ...(payload && { payload }) }))
  }

  sendBytes(bytes: Uint8Array | string, binary = false): void {
    this.#socket.send(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { binary })
  }

  /** One request, one reply. */
  async request(code: string, fields: Record<string, string> = {}, text?: string): Promise<Reply> {
    const serial = String(++this.#serial)
    this.send(code, { X: serial, ...fields }, text === undefined ? undefined : Buffer.from(text))
    const { fields: answered, payload } = await this.next()
    return { fields: answered, text: Buffer.from(payload ?? []).toString() }
  }

  async login(user: string, password: string): Promise<Reply> {
    return this.request('Q02', { U: user, P: sha256(password) })
  }

  /** The rows of a list with its version. */
  async list(code: 'Q03' | 'Q04'): Promise<{ rows: string[][]; version: number; messages: number }> {
    this.send(code, { X: String(++this.#serial) })
    const rows: string[][] = []
    for (let messages = 1; ; messages++) {
      const { fields, payload } = await this.next()
      if (fields.R !== '1') throw new Error(`the list was refused: ${fields.W}`)
      const text = Buffer.from(payload ?? []).toString()
      if (text === 'fin') return { rows, version: Number(fields.V), messages }
      rows.push(...text.split('\n').map((row) => row.split('\t')))
    }
  }

  async close(): Promise<void> {
    this.#socket.close()
    await this.closed
  }
}

/** What travels instead of a password. */
export function sha256(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('hex').toUpperCase()
}
