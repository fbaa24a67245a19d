import {
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFrames,
  FrameSplitter,
  type Header,
  type Message,
  messageIdOf,
  PacketAssembler,
  type SplitterEvent,
} from '@fleetglass/jt808'
import type { Transport } from '../options.ts'
import { openTcp, openUdp, type SocketConnection, type SocketOwner } from '../platform/sockets/index.ts'
import type { Faults } from '../scenarios/faults.ts'
import type { Identity } from './identity.ts'
import { withWrongCheckByte } from './wrong-check-byte.ts'

/** What a connection reports to the device. */
export interface ConnectionOwner {
  connected(): void
  lost(reason: string): void
  received(header: Header, message: Message): void
  /** A frame of the platform that could not be read. */
  badFrame(): void
}

/** Messages cut into packets that may be asked for again (0x8003, 0x8800): the last few. */
const RETAINED_MESSAGES = 4

/**
 * Frames to and from the platform over one link at a time: serials, packets of long messages and their repetition, and
 * the faults that concern frames.
 */
export class Connection implements SocketOwner {
  readonly #identity: Identity
  readonly #transport: Transport
  readonly #owner: ConnectionOwner
  readonly #faults: Faults
  readonly #random: () => number
  readonly #nowMs: () => number
  #socket: SocketConnection | null = null
  #closing: Promise<void> = Promise.resolve()
  #splitter: FrameSplitter | null = null
  #assembler: PacketAssembler | null = null
  #serial = 0
  #stored: { readonly firstSerial: number; readonly frames: readonly Uint8Array[] }[] = []

  constructor(
    identity: Identity,
    transport: Transport,
    faults: Faults,
    owner: ConnectionOwner,
    environment: { random(): number; nowMs(): number },
  ) {
    this.#identity = identity
    this.#transport = transport
    this.#faults = faults
    this.#owner = owner
    this.#random = environment.random
    this.#nowMs = environment.nowMs
  }

  open(host: string, port: number): void {
    void this.close()
    this.#splitter = new FrameSplitter()
    this.#socket =
      this.#transport === 'tcp' ? openTcp(host, port, this, this.#faults.fromAddress) : openUdp(host, port, this)
  }

  /** Resolves when the socket is gone. */
  close(): Promise<void> {
    const closing = this.#socket?.close() ?? this.#closing
    this.#closing = closing
    this.#forget()
    return closing
  }

  /** Without a goodbye. */
  cut(): void {
    this.#socket?.cut()
    this.#forget()
  }

  /** Sends a message and answers the serial of its (first) frame. `again` repeats an earlier serial. */
  send(message: Message, again?: number): number {
    return this.sendBody(messageIdOf(message), encodeBody(message, this.#identity.version), again)
  }

  sendBody(messageId: number, body: Uint8Array, again?: number): number {
    const firstSerial = again ?? this.#serial
    const { version, terminal } = this.#identity
    const frames = encodeFrames({ messageId, version, terminalRaw: terminal.raw, firstSerial }, body)
    if (again === undefined) this.#serial = (this.#serial + frames.length) & 0xffff
    if (frames.length > 1) this.#buffer(firstSerial, frames)
    for (const frame of frames) this.#write(frame, messageId)
    return firstSerial
  }

  /** Packets (from 1) of a message sent before; none when it is no longer kept. An empty list means all. */
  sendAgain(firstSerial: number, packetNumbers: readonly number[]): boolean {
    const stored = this.#stored.find((message) => message.firstSerial === firstSerial)
    if (!stored) return false
    const numbers = packetNumbers.length > 0 ? packetNumbers : stored.frames.map((_, at) => at + 1)
    for (const number of numbers) {
      const frame = stored.frames[number - 1]
      if (frame) this.#write(frame, 0)
    }
    return true
  }

  onConnected(): void {
    this.#owner.connected()
  }

  onLost(reason: string): void {
    this.#forget()
    this.#owner.lost(reason)
  }

  onData(bytes: Uint8Array): void {
    this.#splitter?.push(bytes, this.#onFrame)
  }

  #onFrame = (event: SplitterEvent): void => {
    if (event.kind === 'bad') {
      this.#owner.badFrame()
      return
    }
    const frame = decodeFrame(event.bytes)
    if (!frame.ok) {
      this.#owner.badFrame()
      return
    }
    const { header, body } = frame.value
    if (header.packet && header.packet.total > 1) {
      this.#assembler ??= new PacketAssembler()
      const joined = this.#assembler.add(frame.value, this.#nowMs())
      if (joined.kind === 'complete') this.#deliver(joined.header, joined.body)
    } else {
      this.#deliver(header, body)
    }
  }

  #deliver(header: Header, body: Uint8Array): void {
    const message = decodeBody(header.messageId, this.#identity.version, body)
    if (message.ok) this.#owner.received(header, message.value)
    else this.#owner.badFrame()
  }

  #buffer(firstSerial: number, frames: readonly Uint8Array[]): void {
    this.#stored.push({ firstSerial, frames })
    if (this.#stored.length > RETAINED_MESSAGES) this.#stored.shift()
  }

  #write(frame: Uint8Array, messageId: number): void {
    const faults = this.#faults
    if (!this.#socket || faults.silent) return
    if (faults.lostPackets > 0 && this.#transport === 'udp' && this.#random() < faults.lostPackets) return
    const bytes = faults.badChecksums > 0 && this.#random() < faults.badChecksums ? withWrongCheckByte(frame) : frame
    const times = faults.duplicates && messageId === 0x0200 ? 2 : 1
    for (let time = 0; time < times; time++) {
      if (faults.splitWrites && this.#transport === 'tcp') this.#writeInPieces(this.#socket, bytes)
      else this.#socket.write(bytes)
    }
  }

  #writeInPieces(socketConnection: SocketConnection, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const length = 1 + Math.floor(this.#random() * 7)
      socketConnection.write(bytes.subarray(at, at + length))
      at += length
    }
  }

  #forget(): void {
    this.#socket = null
    this.#splitter = null
    this.#assembler = null
  }
}
