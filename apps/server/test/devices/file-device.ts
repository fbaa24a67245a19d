// A recorder that is asked for files: agrees, keeps what it received, and brings nothing by itself.
import {
  decodeSignalling,
  encodeSignalling,
  type RecordingEntry,
  type Signalling,
  type UploadControl,
  type UploadRequest,
} from '@fleetglass/jt1078'
import type { Clock } from '../../src/platform/clock/index.ts'
import { DeviceClient, type DownMessage } from './device-client.ts'

export interface AskedUpload {
  readonly serial: number
  readonly request: UploadRequest
}

export class FileDevice {
  readonly asked: AskedUpload[] = []
  readonly controls: UploadControl[] = []
  readonly signalling: DeviceClient
  list: readonly RecordingEntry[]
  /** Result of 0x0001 for 0x9206, and for 0x9207. */
  answers = { upload: 0, control: 0 }
  readonly #obeying: { cancel(): void }

  private constructor(signalling: DeviceClient, clock: Clock, list: readonly RecordingEntry[]) {
    this.signalling = signalling
    this.list = list
    this.#obeying = clock.every(5, () => this.#obey())
  }

  static async connect(
    port: number,
    terminal: string,
    clock: Clock,
    list: readonly RecordingEntry[],
  ): Promise<FileDevice> {
    const signalling = await DeviceClient.tcp(port, terminal)
    await signalling.login()
    return new FileDevice(signalling, clock, list)
  }

  /** 0x1206. */
  notify(replySerial: number, result: number): void {
    this.#send({ name: 'uploadDone', body: { replySerial, result } })
  }

  async close(): Promise<void> {
    this.#obeying.cancel()
    await this.signalling.close()
  }

  #obey(): void {
    const { received } = this.signalling
    for (let at = 0; at < received.length; ) {
      const down = received[at] as DownMessage
      if (down.message.name !== 'unknown') {
        at += 1
        continue
      }
      received.splice(at, 1)
      this.#take(down.header.serial, down.message.messageId, down.message.body.raw)
    }
  }

  #take(serial: number, messageId: number, raw: Uint8Array): void {
    const decoded = decodeSignalling(messageId, raw)
    if (!decoded?.ok) throw new Error(`the server sent a message that cannot be read: ${messageId.toString(16)}`)
    const { name, body } = decoded.value
    if (name === 'listRecordings') {
      this.#send({ name: 'recordingList', body: { replySerial: serial, entries: this.list } })
    } else if (name === 'uploadRequest') {
      this.asked.push({ serial, request: body })
      this.#answer(serial, messageId, this.answers.upload)
    } else if (name === 'uploadControl') {
      this.controls.push(body)
      this.#answer(serial, messageId, this.answers.control)
    } else this.#answer(serial, messageId, 3)
  }

  #answer(answeredSerial: number, answeredId: number, result: number): void {
    this.signalling.send({ name: 'terminalAnswer', body: { answeredSerial, answeredId, result } })
  }

  #send(signalling: Signalling): void {
    const { messageId, body } = encodeSignalling(signalling)
    this.signalling.send({ name: 'unknown', messageId, body: { raw: body } })
  }
}
