// An operator's side of the server for scripts and benches: the main channel and the stream endpoints, over real sockets.
import { createHash } from 'node:crypto'
import { parseMediaMessage } from '@fleetglass/contract/streams'
import { decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'

export interface ServerAddress {
  readonly host: string
  readonly mainPort: number
  readonly streamPort: number
}

/** Columns of a device row that scripts look at (VCP-093). */
export interface DeviceRow {
  readonly deviceId: string
  readonly online: boolean
  /** Seconds since 1970. */
  readonly statusTimeS: number
  readonly registered: boolean
  readonly recording: boolean
  /** `time,lat,lng,speedInKmh,trackingAngle`, or empty without a fix. */
  readonly gps: string
}

export function hashPassword(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('hex').toUpperCase()
}

export class Operator {
  readonly #socket: WebSocket
  readonly #address: ServerAddress
  readonly #credentials: { user: string; hash: string }
  readonly #waiting = new Map<
    string,
    {
      replies: VcpMessage[]
      last(message: VcpMessage): boolean
      done(replies: VcpMessage[]): void
      failed(error: Error): void
    }
  >()
  #next = 1

  private constructor(socket: WebSocket, address: ServerAddress, credentials: { user: string; hash: string }) {
    this.#socket = socket
    this.#address = address
    this.#credentials = credentials
    socket.addEventListener('message', (event) => this.#receive(event.data as string | ArrayBuffer))
    socket.addEventListener('close', () => this.#fail(new Error('the main channel was closed')))
  }

  /** Opens the main channel and logs in; rejects with the server's reason. */
  static async login(address: ServerAddress, user: string, password: string): Promise<Operator> {
    const socket = new WebSocket(`ws://${address.host}:${address.mainPort}/`)
    socket.binaryType = 'arraybuffer'
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve(), { once: true })
      socket.addEventListener('error', () => reject(new Error('the main channel did not open')), { once: true })
    })
    const operator = new Operator(socket, address, { user, hash: hashPassword(password) })
    await operator.request('Q02', { U: user, P: hashPassword(password) })
    return operator
  }

  /** One request, one reply; rejects with `W` when the server refuses. */
  async request(code: string, fields: Record<string, string> = {}, payload?: string): Promise<VcpMessage> {
    const [reply] = await this.#ask(code, fields, () => true, payload)
    if (reply === undefined) throw new Error(`${code} was not answered`)
    return reply
  }

  /** The full device list. */
  async devices(): Promise<DeviceRow[]> {
    const replies = await this.#ask('Q03', {}, (message) => text(message) === 'fin')
    return replies
      .map(text)
      .filter((payload) => payload !== 'fin' && payload !== '')
      .flatMap((payload) => payload.split('\n'))
      .map(readRow)
  }

  /** The address of a stream socket of this operator, with credentials. */
  streamUrl(parameters: Record<string, string | number>): string {
    const query = new URLSearchParams({ user: this.#credentials.user, password: this.#credentials.hash })
    for (const [key, value] of Object.entries(parameters)) query.set(key, String(value))
    return `ws://${this.#address.host}:${this.#address.streamPort}/ws.cgi?${query}`
  }

  close(): void {
    this.#socket.close()
  }

  #ask(
    code: string,
    fields: Record<string, string>,
    last: (message: VcpMessage) => boolean,
    payload?: string,
  ): Promise<VcpMessage[]> {
    const id = String(this.#next++)
    const bytes = payload === undefined ? {} : { payload: new TextEncoder().encode(payload) }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { replies: [], last, done: resolve, failed: reject })
      this.#socket.send(new TextDecoder().decode(encodeVcp({ code, fields: { X: id, ...fields }, ...bytes })))
    })
  }

  #receive(data: string | ArrayBuffer): void {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data)
    const decoded = decodeVcp(bytes)
    if (!decoded.ok) {
      this.#fail(new Error(`the server sent what is no message: ${decoded.reason}`))
      return
    }
    const id = decoded.value.fields.X ?? ''
    const request = this.#waiting.get(id)
    if (request === undefined) return
    if (decoded.value.fields.R !== '1') {
      this.#waiting.delete(id)
      request.failed(new Error(`${decoded.value.code}: ${decoded.value.fields.W ?? 'refused without a reason'}`))
      return
    }
    request.replies.push(decoded.value)
    if (!request.last(decoded.value)) return
    this.#waiting.delete(id)
    request.done(request.replies)
  }

  #fail(error: Error): void {
    for (const request of this.#waiting.values()) request.failed(error)
    this.#waiting.clear()
  }
}

/** Resolves when a media frame has come; rejects with the server's reason, or after `timeoutMs`. */
export function firstFrame(url: string, timeoutMs: number): Promise<void> {
  return playedFor(url, 0, timeoutMs)
}

/** Resolves when video has come whose time stamps span `spanMs`; rejects with the server's reason, or after `timeoutMs`. */
export function playedFor(url: string, spanMs: number, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    const timer = setTimeout(
      () => finish(() => reject(new Error(`not enough media within ${timeoutMs} ms`))),
      timeoutMs,
    )
    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      settle()
      socket.close()
    }
    let firstMs = Number.NaN
    socket.addEventListener('message', (event) => {
      if (event.data instanceof ArrayBuffer) {
        const frame = parseMediaMessage(new Uint8Array(event.data))
        if (frame === null || frame.kind !== 'video') return
        if (Number.isNaN(firstMs)) firstMs = frame.timestampMs
        if (frame.timestampMs - firstMs >= spanMs) finish(resolve)
        return
      }
      const said = JSON.parse(String(event.data)) as { type?: string; message?: string }
      if (said.type === 'error') finish(() => reject(new Error(said.message ?? 'the stream failed')))
    })
    socket.addEventListener('close', () => finish(() => reject(new Error('the stream was closed before enough came'))))
    socket.addEventListener('error', () => finish(() => reject(new Error('the stream did not open'))))
  })
}

function text(message: VcpMessage): string {
  return message.payload === undefined ? '' : new TextDecoder().decode(message.payload)
}

function readRow(line: string): DeviceRow {
  const columns = line.split('\t')
  return {
    deviceId: columns[0] ?? '',
    online: (columns[4] ?? '0') !== '0',
    statusTimeS: Number(columns[5]),
    registered: columns[6] === '1',
    recording: columns[7] === '1',
    gps: columns[9] ?? '',
  }
}
