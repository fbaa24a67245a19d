import {
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFileBlock,
  encodeFrames,
  FrameSplitter,
  type Message,
  messageIdOf,
  type SplitterEvent,
  type Version,
} from '@fleetglass/jt808'
import { openTcp, type SocketConnection, type SocketOwner } from '../platform/sockets/index.ts'
import type { Faults } from '../scenarios/faults.ts'

/** 0x9208. */
export type AlarmFilesRequest = Extract<Message, { readonly name: 'alarmFilesRequest' }>['body']

const FILE_BYTES = 150_000
const BLOCK_BYTES = 64 * 1024
/** Times that missing parts are sent. */
const MOST_TRIES = 5
const PICTURE = 0
const DONE = 0

export interface AlarmFilesSender {
  readonly version: Version
  readonly terminalRaw: Uint8Array
  readonly faults: Readonly<Faults>
}

interface OwnFile {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** The files of one alarm on their way: T/JSATL 12-2017, 4.6. */
export class AlarmFilesUpload implements SocketOwner {
  readonly #sender: AlarmFilesSender
  readonly #request: AlarmFilesRequest
  readonly #onOver: () => void
  readonly #splitter = new FrameSplitter()
  readonly #socket: SocketConnection
  readonly #left: OwnFile[]
  #tries = 0
  #serial = 0

  constructor(sender: AlarmFilesSender, request: AlarmFilesRequest, onOver: () => void) {
    this.#sender = sender
    this.#request = request
    this.#onOver = onOver
    this.#left = Array.from({ length: request.sign.files }, (_, at) => filesOf(request, at))
    this.#socket = openTcp(request.address, request.tcpPort, this)
  }

  onConnected(): void {
    const { sign, alarmNumber } = this.#request
    const files = this.#left.map(({ fileName, bytes }) => ({ fileName, byteLength: bytes.length }))
    this.#send({ name: 'alarmFiles', body: { terminalId: sign.terminalId, sign, alarmNumber, kind: 0, files } })
  }

  onData(bytes: Uint8Array): void {
    this.#splitter.push(bytes, (event) => this.#take(event))
  }

  onLost(): void {
    this.#onOver()
  }

  async close(): Promise<void> {
    await this.#socket.close()
  }

  #take(event: SplitterEvent): void {
    const frame = event.kind === 'frame' ? decodeFrame(event.bytes) : null
    if (!frame?.ok) return
    const { header, body } = frame.value
    const message = decodeBody(header.messageId, this.#sender.version, body)
    const [file] = this.#left
    if (!message.ok || file === undefined) return
    if (message.value.name === 'platformAnswer') this.#answered(message.value.body, file)
    else if (message.value.name === 'alarmFileAnswer') this.#ended(message.value.body.missing, file)
  }

  #answered({ answeredId, result }: { answeredId: number; result: number }, file: OwnFile): void {
    const of = { fileName: file.fileName, kind: PICTURE, byteLength: file.bytes.length }
    if (result !== DONE) this.#over()
    else if (answeredId === 0x1210) this.#send({ name: 'alarmFileStart', body: of })
    else if (answeredId === 0x1211) this.#sendParts(file, [{ offset: 0, byteLength: file.bytes.length }])
  }

  /** 0x9212: some parts again, or the next file. */
  #ended(missing: readonly { offset: number; byteLength: number }[], file: OwnFile): void {
    this.#tries += 1
    if (missing.length > 0 && this.#tries < MOST_TRIES) {
      this.#sendParts(file, missing)
      return
    }
    this.#left.shift()
    this.#tries = 0
    const [next] = this.#left
    if (next === undefined || missing.length > 0) this.#over()
    else {
      const of = { fileName: next.fileName, kind: PICTURE, byteLength: next.bytes.length }
      this.#send({ name: 'alarmFileStart', body: of })
    }
  }

  #sendParts({ fileName, bytes }: OwnFile, parts: readonly { offset: number; byteLength: number }[]): void {
    const isHoled = this.#sender.faults.alarmFileHoles && this.#tries === 0
    for (const { offset, byteLength } of parts) {
      for (let at = offset, block = 0; at < offset + byteLength; at += BLOCK_BYTES, block++) {
        const data = bytes.subarray(at, Math.min(at + BLOCK_BYTES, offset + byteLength))
        if (!(isHoled && block % 2 === 1)) this.#socket.write(encodeFileBlock({ fileName, offset: at, data }))
      }
    }
    this.#send({ name: 'alarmFileEnd', body: { fileName, kind: PICTURE, byteLength: bytes.length } })
  }

  #send(message: Message): void {
    const { version, terminalRaw } = this.#sender
    const head = { version, terminalRaw, messageId: messageIdOf(message), firstSerial: this.#serial }
    const frames = encodeFrames(head, encodeBody(message, version))
    this.#serial = (this.#serial + frames.length) & 0xffff
    for (const frame of frames) this.#socket.write(frame)
  }

  #over(): void {
    void this.#socket.close()
    this.#onOver()
  }
}

/** The same bytes for the same alarm and number. */
function filesOf({ sign }: AlarmFilesRequest, at: number): OwnFile {
  const fileName = `00_65_6500_${at}_${sign.time}${sign.sequence}.jpg`
  const line = new TextEncoder().encode(`${fileName}\n`)
  return { fileName, bytes: Uint8Array.from({ length: FILE_BYTES }, (_, byte) => line[byte % line.length]!) }
}
