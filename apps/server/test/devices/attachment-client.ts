// A device's attachment connection of T/JSATL 12, for tests: real frames and blocks over a real socket, nothing of its own will.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import {
  type AlarmSign,
  AttachmentSplitter,
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFileBlock,
  encodeFrames,
  type Message,
  messageIdOf,
  terminalNumber,
} from '@fleetglass/jt808'

type Answer = Extract<Message, { readonly name: 'platformAnswer' | 'alarmFileAnswer' }>

export interface ShownAlarm {
  readonly sign: AlarmSign
  readonly alarmNumber: string
}

export class AttachmentClient {
  readonly closed: Promise<void>
  readonly #socket: Socket
  readonly #terminalRaw: Uint8Array
  readonly #splitter = new AttachmentSplitter()
  readonly #answers: Answer[] = []
  #serial = 0
  #wake = (): void => {}

  private constructor(socket: Socket, terminal: string) {
    this.#socket = socket
    this.#terminalRaw = terminalNumber(terminal, '2013').raw
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    socket.on('close', () => this.#wake())
    socket.on('data', (chunk: Buffer) => {
      this.#splitter.push(chunk, (event) => {
        if (event.kind === 'frame') this.#frame(event.bytes)
      })
      this.#wake()
    })
  }

  static async connect(port: number, terminal: string): Promise<AttachmentClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new AttachmentClient(socket, terminal)
  }

  /** 0x1210; the result of 0x8001, `null` when the connection was ended instead. */
  async announce({ sign, alarmNumber }: ShownAlarm, files: Readonly<Record<string, number>>): Promise<number | null> {
    const list = Object.entries(files).map(([fileName, byteLength]) => ({ fileName, byteLength }))
    return await this.#ask({
      name: 'alarmFiles',
      body: { terminalId: sign.terminalId, sign, alarmNumber, kind: 0, files: list },
    })
  }

  /** 0x1211. */
  begin(fileName: string, byteLength: number): Promise<number | null> {
    return this.#ask({ name: 'alarmFileStart', body: { fileName, kind: 0, byteLength } })
  }

  block(fileName: string, offset: number, data: Uint8Array): void {
    this.#socket.write(encodeFileBlock({ fileName, offset, data }))
  }

  /** 0x1212: ranges that are missing, none when it is complete; `null`: it was refused. */
  async end(fileName: string, byteLength: number): Promise<readonly (readonly [number, number])[] | null> {
    this.#send({ name: 'alarmFileEnd', body: { fileName, kind: 0, byteLength } })
    const answer = await this.#next()
    if (answer?.name !== 'alarmFileAnswer') return null
    return answer.body.missing.map((range) => [range.offset, range.byteLength] as const)
  }

  /** Answers are left in the socket from now on. */
  stopReading(): void {
    this.#socket.pause()
  }

  /** 0x1212, so many times; resolves when the server has taken them, or is gone. */
  async askAgain(fileName: string, byteLength: number, times: number): Promise<void> {
    for (let n = 0; n < times; n++) this.#send({ name: 'alarmFileEnd', body: { fileName, kind: 0, byteLength } })
    if (this.#socket.writableLength > 0 && !this.#socket.destroyed)
      await Promise.race([new Promise((resolve) => this.#socket.once('drain', resolve)), this.closed])
    else await new Promise((resolve) => setImmediate(resolve))
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }

  async #ask(message: Message): Promise<number | null> {
    const last = this.#send(message)
    for (;;) {
      const answer = await this.#next()
      if (answer === null) return null
      if (answer.name === 'platformAnswer' && answer.body.answeredSerial === last) return answer.body.result
      // A packet of it.
      if (answer.name !== 'platformAnswer') return null
      if (answer.body.answeredSerial < last && answer.body.result !== 0) return answer.body.result
    }
  }

  /** The serial that its answer names: that of the first frame where it is whole in one. */
  #send(message: Message): number {
    const messageId = messageIdOf(message)
    const head = { version: '2013' as const, terminalRaw: this.#terminalRaw, messageId, firstSerial: this.#serial }
    const frames = encodeFrames(head, encodeBody(message, '2013'))
    const first = this.#serial
    this.#serial += frames.length
    for (const frame of frames) this.#socket.write(frame)
    return first
  }

  #frame(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes)
    if (!frame.ok) throw new Error('the server sent a bad frame')
    const message = decodeBody(frame.value.header.messageId, '2013', frame.value.body)
    if (message.ok) this.#answers.push(message.value as Answer)
  }

  async #next(): Promise<Answer | null> {
    while (this.#answers.length === 0 && !this.#socket.destroyed)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    return this.#answers.shift() ?? null
  }
}
