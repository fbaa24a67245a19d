// Belongs here: the bytes of one line, its frames, its budget and its state; answers on their way out.
// Does not: what a message means (up-messages.ts), who else is connected (session-table.ts), the sockets themselves.
import { concat } from '@fleetglass/bytes'
import {
  decodeFrame,
  encodeBody,
  encodeFrames,
  type Frame,
  FrameSplitter,
  type Header,
  type Message,
  messageIdOf,
  type SplitterEvent,
  type Version,
} from '@fleetglass/jt808'
import { Budget } from './budget.ts'
import { CommandDesk, type SentSerials } from './command-desk.ts'
import {
  type CloseReason,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  next,
} from './connection.machine.ts'
import type { DeviceSession } from './device-session.ts'
import { askedStream, completeDown } from './down-messages.ts'
import { type Holes, PacketDesk } from './packet-desk.ts'
import { receivePosition } from './positions.ts'
import type { SignallingContext } from './signalling-context.ts'
import { Result, type Speaker } from './speaker.types.ts'
import type { Transport } from './transport.types.ts'
import { isKnown, receiveMessage } from './up-messages.ts'

const POSITION = 0x0200
const POSITION_BATCH = 0x0704
const REGISTRATION = 0x0100
const PLATFORM_ANSWER = 0x8001
const AUTHENTICATION = 0x0102

/** Beside what any frame gives back: a device that goes on without its code is closed after some 60 messages. */
const UNPROVEN_COST = 2

/** What another number on the same line costs: a relay may do it, a flood of invented numbers may not. */
const NEW_NUMBER_COST = 4

/** Numbers of unknown messages that are told to the log, once each. */
const MAX_NOTED = 16

/** How the terminal's own frames are written: answers are written alike. */
interface Manner {
  readonly version: Version
  readonly protocolVersion: number
  readonly terminalRaw: Uint8Array
}

/** One signalling line, TCP or UDP, from its first byte to its end. */
export class DeviceConnection implements Speaker {
  readonly context: SignallingContext
  readonly #line: Transport
  readonly #splitter = new FrameSplitter()
  readonly #budget = new Budget()
  readonly #packets: PacketDesk
  readonly #noted = new Set<number>()
  readonly #take = (event: SplitterEvent): void => this.#took(event)
  #state: ConnectionState
  #session: DeviceSession | null = null
  #manner: Manner | null = null
  #lastFrameMs: number
  #serial = 0
  /** Frames to be written together; bounded by what one read or one commit can cause. */
  #out: Uint8Array[] = []

  constructor(context: SignallingContext, line: Transport) {
    this.context = context
    this.#line = line
    this.#packets = new PacketDesk(context.packetMemory)
    this.#lastFrameMs = context.clock.monotonicMs()
    this.#state = { kind: 'fresh', sinceMs: this.#lastFrameMs }
  }

  get session(): DeviceSession | null {
    return this.#session
  }

  /** The next bytes of the line, cut anywhere. */
  receive(chunk: Uint8Array): void {
    if (this.#isOver()) return
    this.#budget.take(chunk.length)
    this.#splitter.push(chunk, this.#take)
    if (this.#budget.spent) this.close('bad-bytes')
  }

  /** A point of this connection is on disk, or was refused: then nothing is said and the device sends it again. */
  committed(serial: number, error?: Error): void {
    if (!error) this.#answer(serial, POSITION, Result.done)
  }

  acknowledge(header: Header, packets: number, result: number): void {
    for (let n = 0; n < packets; n++) this.#answer((header.serial + n) & 0xffff, header.messageId, result)
  }

  send(message: Message): SentSerials | null {
    const manner = this.#manner
    if (!manner || this.#isOver()) return null
    const { mediaHost, mediaPort } = this.context
    const complete = completeDown(message, { host: mediaHost || this.#line.localAddress, port: mediaPort })
    const asked = askedStream(complete)
    if (asked) this.#session?.mainStreams.set(asked.channel, asked.main)
    return this.#transmit(manner, messageIdOf(complete), encodeBody(complete, manner.version))
  }

  #transmit({ version, protocolVersion, terminalRaw }: Manner, messageId: number, body: Uint8Array): SentSerials {
    const first = this.#serial
    const frames = encodeFrames({ version, protocolVersion, terminalRaw, messageId, firstSerial: first }, body)
    this.#serial = (first + frames.length) & 0xffff
    for (const frame of frames) this.#write(frame)
    return { messageId, first, last: (first + frames.length - 1) & 0xffff }
  }

  event(event: ConnectionEvent): void {
    const step = next(this.#state, event)
    this.#state = step.state
    for (const effect of step.effects) this.#apply(effect)
  }

  close(reason: CloseReason): void {
    this.event({ kind: 'close', reason })
  }

  /** The socket is gone. */
  ended(): void {
    this.event({ kind: 'gone' })
    this.#packets.close()
  }

  /** Once a second: silence, and packets that did not come. */
  tick(nowMs: number): void {
    const silentMs = nowMs - this.#lastFrameMs
    if (this.#state.kind === 'fresh') {
      if (silentMs > this.context.limits.firstFrameMs) this.close('no-frame')
    } else if (silentMs > this.context.limits.silenceMs) this.close('silent')
    for (const holes of this.#packets.quiet(nowMs)) this.#askFor(holes)
  }

  /** Writes what has gathered, in one piece. */
  flush(): void {
    if (this.#out.length === 0) return
    const out = this.#out
    this.#out = []
    if (!this.#line.write(out.length === 1 ? out[0]! : concat(out))) this.close('does-not-read')
  }

  noteUnknown(messageId: number): void {
    this.context.counters.add('unknownMessages')
    if (this.#noted.has(messageId) || this.#noted.size >= MAX_NOTED) return
    this.#noted.add(messageId)
    const id = `0x${messageId.toString(16).padStart(4, '0')}`
    this.context.log.info(
      { deviceId: this.#session?.deviceId, messageId: id },
      'message with an unknown number, acknowledged',
    )
  }

  #took(event: SplitterEvent): void {
    if (this.#isOver()) return
    if (event.kind === 'bad') {
      this.#budget.spend()
      this.context.counters.add('badFrames', event.reason)
      return
    }
    const frame = decodeFrame(event.bytes)
    if (!frame.ok) {
      this.#budget.spend()
      this.context.counters.add('badFrames', 'header')
      return
    }
    this.#budget.earn()
    this.#frame(frame.value)
  }

  #frame(frame: Frame): void {
    const { header, body } = frame
    this.context.counters.add('frames')
    this.#lastFrameMs = this.context.clock.monotonicMs()
    this.#recognise(header)
    // Being named may end it: a device that is not admitted.
    if (this.#isOver()) return
    if (this.#session?.standing === 'unproven') {
      this.#budget.spend(UNPROVEN_COST)
      if (!isIntroduction(header.messageId)) {
        // Not `done`: the device keeps what it could not deliver until it has shown its code.
        this.acknowledge(header, 1, Result.failed)
        return
      }
    }
    if (header.encryption !== 0) {
      this.context.counters.add('badFrames', 'encrypted')
      this.#budget.spend()
    } else if (header.packet && header.packet.total > 1) this.#packet(frame)
    else if (header.messageId === POSITION) receivePosition(this, header, body)
    else this.#message(header, body, 1)
    if (this.#session && this.#session.whereabouts !== 'asked') this.#wonder(this.#session, header.messageId)
  }

  /** A device that has just come is asked where it is, unless it says so by itself. */
  #wonder(session: DeviceSession, messageId: number): void {
    if (messageId === REGISTRATION) return
    session.whereabouts = 'unknown'
    if (messageId !== POSITION) this.#locate(session)
    else if (session.device) session.whereabouts = 'asked'
  }

  #locate(session: DeviceSession): void {
    if (!session.device || session.whereabouts !== 'unknown') return
    session.whereabouts = 'asked'
    // Nobody waits: the answer is a position like any other, and a device that gives none costs nothing.
    this.send({ name: 'positionRequest', body: {} })
  }

  #recognise(header: Header): void {
    const { terminal, version, protocolVersion } = header
    if (this.#manner?.version !== version || this.#session?.terminal.id !== terminal.id) {
      // A copy: the header's bytes are a view of a chunk that must not live as long as the connection.
      this.#manner = { version, protocolVersion, terminalRaw: terminal.raw.slice() }
    }
    if (this.#session?.terminal.id === terminal.id) return
    if (this.#session) this.#budget.spend(NEW_NUMBER_COST)
    this.event({ kind: 'named', terminal: { id: terminal.id, raw: terminal.raw.slice() } })
  }

  #packet(frame: Frame): void {
    const { header } = frame
    const taken = this.#packets.take(frame, this.#lastFrameMs)
    if (taken === 'no-room') {
      this.context.counters.add('refused', 'packet-memory')
      return
    }
    // Packets of positions are acknowledged together when all of it is on disk; other devices want each at once.
    const atOnce = header.messageId !== POSITION && header.messageId !== POSITION_BATCH
    if (taken === 'waiting') {
      if (atOnce) this.acknowledge(header, 1, Result.done)
      return
    }
    if (!atOnce) this.#message(taken.header, taken.body, taken.packets)
    else {
      this.acknowledge(header, 1, Result.done)
      this.#message(taken.header, taken.body, 0)
    }
  }

  #message(header: Header, body: Uint8Array, packets: number): void {
    if (!isKnown(header.messageId)) this.noteUnknown(header.messageId)
    receiveMessage(this, { header, body, packets })
  }

  #askFor({ firstSerial, mediaId, missing }: Holes): void {
    if (mediaId !== null) this.send({ name: 'mediaAnswer', body: { mediaId, packetNumbers: missing } })
    else this.send({ name: 'terminalPacketRequest', body: { firstSerial, packetNumbers: missing } })
  }

  /** 0x8001, thirty thousand times a second: its five bytes need no message around them. */
  #answer(serial: number, messageId: number, result: number): void {
    if (!this.#manner || this.#isOver()) return
    const body = Uint8Array.of(serial >> 8, serial, messageId >> 8, messageId, result)
    this.#transmit(this.#manner, PLATFORM_ANSWER, body)
  }

  #write(frame: Uint8Array): void {
    if (this.#out.length === 0) this.context.flushSoon(this)
    this.#out.push(frame)
  }

  #isOver(): boolean {
    return this.#state.kind === 'closing' || this.#state.kind === 'closed'
  }

  #apply(effect: ConnectionEffect): void {
    const { sessions, log, counters } = this.context
    switch (effect.kind) {
      case 'admit': {
        const desk = new CommandDesk({ clock: this.context.clock, send: (message) => this.send(message) })
        const session: DeviceSession = {
          terminal: effect.terminal,
          deviceId: effect.terminal.id,
          device: null,
          standing: 'taken-at-its-word',
          whereabouts: 'registering',
          desk,
          mainStreams: new Map(),
          line: this.#line,
          close: (reason) => this.close(reason),
          locate: () => this.#locate(session),
          subscriptions: [],
        }
        this.#session = session
        sessions.admit(session)
        return
      }
      case 'release':
        if (this.#session) sessions.release(this.#session)
        this.#session?.desk.close()
        this.#session = null
        return
      case 'end':
        counters.add('closed', effect.reason)
        log.info({ peer: this.#line.peer, reason: effect.reason }, 'signalling connection closed')
        this.flush()
        this.#line.end()
    }
  }
}

function isIntroduction(messageId: number): boolean {
  return messageId === REGISTRATION || messageId === AUTHENTICATION
}
