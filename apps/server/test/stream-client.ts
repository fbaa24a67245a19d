// The console's side of `ws.cgi`, for tests: every message checked and kept.
import {
  type MediaMessage,
  parseMediaMessage,
  parseStreamMessage,
  type StreamServerMessage,
} from '@fleetglass/contract/streams'
import { WebSocket } from 'ws'
import { sha256 } from './channel-client.ts'
import { ADMIN, ADMIN_PASSWORD } from './harness.ts'

export interface ReceivedMedia extends MediaMessage {
  /** Of `performance.now()`. */
  readonly arrivedMs: number
}

export class StreamClient {
  readonly media: ReceivedMedia[] = []
  readonly texts: StreamServerMessage[] = []
  /** Text messages and media in the order they came. */
  readonly order: ('text' | 'video' | 'audio')[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly socket: WebSocket
  #wake: () => void = () => {}
  #isClosed = false

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('error', () => {})
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => {
        this.#isClosed = true
        this.#wake()
        resolve({ code, reason: reason.toString() })
      }),
    )
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#takeMedia(data as Buffer)
      else this.#takeText(data.toString())
      this.#wake()
    })
  }

  static async open(
    port: number,
    parameters: Record<string, string | number>,
    options: { path?: string; origin?: string; bearer?: string } = {},
  ): Promise<StreamClient> {
    const query = new URLSearchParams({ user: ADMIN, password: sha256(ADMIN_PASSWORD) })
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
    if (options.bearer !== undefined) for (const name of ['user', 'password']) query.delete(name)
    const socket = new WebSocket(`ws://127.0.0.1:${port}${options.path ?? '/ws.cgi'}?${query}`, {
      perMessageDeflate: false,
      ...(options.origin !== undefined && { origin: options.origin }),
      ...(options.bearer !== undefined && { headers: { authorization: `Bearer ${options.bearer}` } }),
    })
    const client = new StreamClient(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return client
  }

  get video(): ReceivedMedia[] {
    return this.media.filter((message) => message.kind === 'video')
  }

  get states(): string[] {
    return this.texts.flatMap((text) => (text.type === 'state' ? [text.state] : []))
  }

  say(command: object): void {
    this.socket.send(JSON.stringify(command))
  }

  /** Waits until the condition holds; throws when the socket closes before, or when it takes longer than `limitMs`. */
  async until(condition: () => boolean, what: string, limitMs = 60_000): Promise<void> {
    const endMs = performance.now() + limitMs
    while (!condition()) {
      if (this.#isClosed) {
        const { code, reason } = await this.closed
        throw new Error(`the stream was closed before ${what}: ${code} ${reason}`)
      }
      const leftMs = endMs - performance.now()
      if (leftMs <= 0) throw new Error(`waited in vain for ${what}`)
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, leftMs)
        this.#wake = () => {
          clearTimeout(limit)
          resolve()
        }
      })
    }
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.closed
  }

  #takeMedia(bytes: Buffer): void {
    const message = parseMediaMessage(bytes)
    if (message === null) throw new Error('the server sent a media message that cannot be read')
    this.media.push({ ...message, arrivedMs: performance.now() })
    this.order.push(message.kind)
  }

  #takeText(text: string): void {
    const message = parseStreamMessage(text)
    if (message === null) throw new Error(`the server sent a text message that cannot be read: ${text}`)
    this.texts.push(message)
    this.order.push('text')
  }
}
