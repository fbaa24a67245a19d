// Belongs here: one attachment connection of T/JSATL 12-2017, 4.6, from its first byte to its end. Does not: the bytes of files on
// disk (attachment-files.ts), whose alarm it is (alarm-numbers.ts).
import type { Socket } from 'node:net'
import {
  type AttachmentEvent,
  AttachmentSplitter,
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFrames,
  type Frame,
  type Header,
  type Message,
  messageIdOf,
  PacketAssembler,
} from '@fleetglass/jt808'
import type { Clock } from '../../../platform/clock/index.ts'
import { ErrorBudget } from '../../../platform/limits/index.ts'
import type { LimitedLog, Log } from '../../../platform/log/index.ts'
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { DeviceRegistry } from '../../../services/directory/index.ts'
import type { TrafficMeter } from '../../../services/traffic/index.ts'
import type { Transport } from '../signalling/transport.types.ts'
import type { SocketOwner } from '../tcp-listener.ts'
import type { AlarmNumbers } from './alarm-numbers.ts'
import { type AlarmOfFiles, AttachmentFiles, type AttachmentStore } from './attachment-files.ts'

/** Until the number of an alarm was shown. */
const UNPROVEN_MS = 10_000
const SILENT_MS = 60_000
/** Blocks that wait for the disk; the socket is not read meanwhile. */
const MAX_WAITING_BYTES = 512 * 1024
const ERROR_LIMITS = { badFrames: 64, bytes: 64 * 1024 }
/** The list of 255 files fits. */
const PACKET_LIMITS = { sets: 2, bytes: 128 * 1024, ageMs: 60_000 }
const Result = { done: 0, failed: 1 } as const
const FileResult = { complete: 0, again: 1 } as const

export interface AttachmentContext {
  readonly clock: Clock
  readonly log: Log
  /** Limited by address, because anyone who connects can cause its lines. */
  readonly addressLog: LimitedLog
  readonly registry: Pick<DeviceRegistry, 'byId'>
  readonly alarmNumbers: AlarmNumbers
  readonly store: AttachmentStore
  readonly traffic: Pick<TrafficMeter, 'count'>
  /** Below its floor the disk belongs to everything else. */
  readonly takesData: () => boolean
}

export interface AttachmentLine {
  readonly socket: Pick<Socket, 'pause' | 'resume'>
  readonly transport: Transport
  /** It is a device's from now on. */
  readonly onProven: () => void
}

export class AttachmentConnection implements SocketOwner {
  readonly #context: AttachmentContext
  readonly #socket: Pick<Socket, 'pause' | 'resume'>
  readonly #transport: Transport
  readonly #onProven: () => void
  readonly #splitter = new AttachmentSplitter()
  readonly #packets = new PacketAssembler(PACKET_LIMITS)
  readonly #errors = new ErrorBudget(ERROR_LIMITS)
  readonly #connectedMs: number
  #receivedMs: number
  #alarm: (AlarmOfFiles & { readonly files: AttachmentFiles }) | null = null
  #serial = 0
  #waitingBytes = 0
  #work: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(context: AttachmentContext, { socket, transport, onProven }: AttachmentLine) {
    this.#context = context
    this.#socket = socket
    this.#transport = transport
    this.#onProven = onProven
    this.#connectedMs = context.clock.monotonicMs()
    this.#receivedMs = this.#connectedMs
  }

  /** Whose it is; `null`: nobody's yet, or it has ended. */
  get deviceKey(): number | null {
    return this.#isOver ? null : (this.#alarm?.device.key ?? null)
  }

  receive(chunk: Uint8Array): void {
    if (this.#isOver) return
    this.#receivedMs = this.#context.clock.monotonicMs()
    if (this.#alarm !== null) this.#context.traffic.count(this.#alarm.device.key, chunk.length, 0)
    else this.#errors.addBytes(chunk.length)
    this.#splitter.push(chunk, (event) => this.#take(event))
    if (this.#errors.isExceeded) this.end('too many bytes that are no message')
  }

  ended(): void {
    this.#isOver = true
    this.#work = this.#work.then(() => this.#alarm?.files.close()).catch((error: unknown) => this.#failed(error))
  }

  /** Another device needs its place, or the server stops. */
  end(reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    const { address: peer } = this.#transport
    this.#context.addressLog.info(networkOf(peer), { peer, reason }, 'an attachment connection is ended')
    this.#transport.end()
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#work
  }

  /** Every few seconds. */
  tick(nowMs: number): void {
    if (this.#alarm === null && nowMs - this.#connectedMs > UNPROVEN_MS) this.end('no alarm was named')
    else if (nowMs - this.#receivedMs > SILENT_MS) this.end('silent')
  }

  #take(event: AttachmentEvent): void {
    if (this.#isOver) return
    if (event.kind === 'bad') {
      this.#errors.addBadFrame()
      return
    }
    // Of a connection that has shown nothing no block is worth its memory.
    if (event.kind === 'block' && this.#alarm === null && this.#waitingBytes === 0) {
      this.#errors.addBadFrame()
      return
    }
    const cost = event.kind === 'block' ? event.block.data.length : event.bytes.length
    this.#waitingBytes += cost
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#socket.pause()
    this.#work = this.#work
      .then(() => (event.kind === 'block' ? this.#block(event.block) : this.#frame(event.bytes)))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#waitingBytes -= cost
        if (this.#waitingBytes <= MAX_WAITING_BYTES) this.#socket.resume()
      })
  }

  #failed(error: unknown): void {
    this.#context.log.error(
      { err: error, deviceId: this.#alarm?.device.deviceId },
      'Files of an alarm cannot be stored',
    )
    this.end('the disk does not take its files')
  }

  async #block({ fileName, offset, data }: { fileName: string; offset: number; data: Uint8Array }): Promise<void> {
    if (this.#alarm === null || this.#isOver) return
    if (!this.#context.takesData()) {
      this.end('the disk is full')
      return
    }
    const outcome = await this.#alarm.files.write(fileName, offset, data)
    if (outcome === 'not-expected') this.#errors.addBadFrame()
    else if (outcome === 'failing') this.end('a file has too many holes')
  }

  async #frame(bytes: Uint8Array): Promise<void> {
    const frame = decodeFrame(bytes)
    if (!frame.ok) {
      this.#errors.addBadFrame()
      return
    }
    const whole = this.#joined(frame.value)
    if (whole === null || this.#isOver) return
    const { header } = whole
    const message = decodeBody(header.messageId, header.version, whole.body)
    if (!message.ok) {
      this.#errors.addBadFrame()
      this.#acknowledge(header, Result.failed)
      return
    }
    await this.#message(header, message.value)
  }

  /** The whole message; `null`: packets of it are missing. */
  #joined(frame: Frame): { readonly header: Header; readonly body: Uint8Array } | null {
    const taken = this.#packets.add(frame, this.#context.clock.monotonicMs())
    if (taken.kind === 'complete') return taken
    this.#acknowledge(frame.header, Result.done)
    return null
  }

  async #message(header: Header, message: Message): Promise<void> {
    switch (message.name) {
      case 'alarmFiles':
        await this.#announced(header, message.body)
        return
      case 'alarmFileStart': {
        const { fileName, byteLength } = message.body
        const isBegun = this.#isRegistered() && (await this.#alarm?.files.begin(fileName, byteLength))
        this.#acknowledge(header, isBegun === true ? Result.done : Result.failed)
        return
      }
      case 'alarmFileEnd': {
        const { fileName, kind } = message.body
        const missing = this.#isRegistered() ? await this.#alarm?.files.finish(fileName) : null
        if (missing === null || missing === undefined) this.#acknowledge(header, Result.failed)
        else {
          const result = missing.length === 0 ? FileResult.complete : FileResult.again
          this.#send(header, { name: 'alarmFileAnswer', body: { fileName, kind, result, missing } })
        }
        return
      }
      default:
        this.#acknowledge(header, Result.done)
    }
  }

  /** It is proven by the number that only the device of this alarm was sent. */
  async #announced(header: Header, body: Extract<Message, { readonly name: 'alarmFiles' }>['body']): Promise<void> {
    const { registry, alarmNumbers, store } = this.#context
    const device = registry.byId(header.terminal.id)
    const number = body.alarmNumber
    const timeS = device === undefined ? null : alarmNumbers.timeOf(number, device.deviceId, body.sign)
    if (device === undefined || timeS === null) {
      this.#acknowledge(header, Result.failed)
      this.end('the number is not that of an alarm of this device')
      return
    }
    await this.#alarm?.files.close()
    const announced = new Map(body.files.map(({ fileName, byteLength }) => [fileName, byteLength]))
    const alarm = { device, number, timeS, sign: body.sign }
    this.#alarm = { ...alarm, files: new AttachmentFiles(alarm, announced, store) }
    this.#onProven()
    this.#context.log.info(
      { deviceId: device.deviceId, files: announced.size },
      'a device brings the files of an alarm',
    )
    this.#acknowledge(header, Result.done)
  }

  /** An account that was removed meanwhile stores nothing more. */
  #isRegistered(): boolean {
    const alarm = this.#alarm
    return alarm !== null && this.#context.registry.byId(alarm.device.deviceId)?.key === alarm.device.key
  }

  #acknowledge(header: Header, result: number): void {
    const { serial: answeredSerial, messageId: answeredId } = header
    this.#send(header, { name: 'platformAnswer', body: { answeredSerial, answeredId, result } })
  }

  #send({ version, protocolVersion, terminal }: Header, message: Message): void {
    if (this.#isOver) return
    const messageId = messageIdOf(message)
    const head = { version, protocolVersion, terminalRaw: terminal.raw, messageId, firstSerial: this.#serial }
    const frames = encodeFrames(head, encodeBody(message, version))
    this.#serial = (this.#serial + frames.length) & 0xffff
    for (const frame of frames) {
      if (!this.#transport.write(frame)) this.end('its answers are not taken')
    }
  }
}
