// Belongs here: one connection: frames, error budget, state, answers; which messages may precede the authentication code;
// positions, which wait for the disk. Does not: the effects of messages (up-messages.ts), other sessions (session-table.ts).
import { concat } from '@fleetglass/bytes'
import {
  decodeFrame,
  decodeShortReport,
  encodeBody,
  encodeFrames,
  type Frame,
  FrameSplitter,
  type Header,
  isShortReport,
  type Message,
  messageIdOf,
  type SplitterEvent,
} from '@fleetglass/jt808'
import { ErrorBudget } from '../../../platform/limits/index.ts'
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { DeviceCommand } from '../../../ports/commands/index.ts'
import { reportClosed } from './closed-connection.ts'
import { messageOf, opensMediaConnection } from './command-messages.ts'
import {
  type CloseReason,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  next,
  serves,
  type TerminalIdentity,
} from './connection.machine.ts'

import { connectionTimes, type DeviceSession } from './device-session.ts'
import { MessageCounts } from './message-counts.ts'
import { heardAs, isIntroduction, POSITION, POSITION_BATCH } from './message-ids.ts'
import { type Holes, PacketReassembly } from './packet-reassembly.ts'
import { PendingCommands, type SentSerials } from './pending-commands.ts'
import { receivePosition } from './positions.ts'
import { replyFormatOf } from './reply-format.ts'
import { headerOfShort, receiveShortReport } from './short-reports.ts'
import type { SignallingContext } from './signalling-context.ts'
import { type ReplyFormat, Result, type Speaker } from './speaker.types.ts'
import type { Transport } from './transport.types.ts'
import { isKnown, receiveMessage } from './up-messages.ts'

const PLATFORM_ANSWER = 0x8001

/**
 * Text protocols and foreign frames on the same port are skipped for up to 64 KiB. A few trackers send wrong checksums now
 * and then.
 */
const ERROR_LIMITS = { badFrames: 64, bytes: 64 * 1024 }

/** Beside what any frame gives back: a device that goes on without its code is closed after some 60 messages. */
const UNPROVEN_COST = 2

/** What another number on the same line costs: a relay may do it, a flood of invented numbers may not. */
const NEW_NUMBER_COST = 4

/** Numbers of unknown messages that are logged, once each. */
const MAX_NOTED = 16

/** One signalling line, TCP or UDP, from its first byte to its end. */
export class DeviceConnection implements Speaker {
  readonly context: SignallingContext
  readonly transport: Transport
  readonly #splitter = new FrameSplitter()
  readonly #errors = new ErrorBudget(ERROR_LIMITS)
  /** Made with the first packet: most lines never cut a message. */
  #packets: PacketReassembly | null = null
  /** Numbers of unknown messages that were logged. */
  readonly #noted: number[] = []
  readonly #take = (event: SplitterEvent): void => this.#took(event)
  #state: ConnectionState
  #session: DeviceSession | null = null
  #format: ReplyFormat | null = null
  #lastFrameMs: number
  readonly #beganMs: number
  /** -1: nothing was sent. */
  #lastSentMs = -1
  readonly #counts = new MessageCounts()
  #serial = 0
  /** Frames to be written together; bounded by what one read or one commit can cause. */
  #out: Uint8Array[] = []

  constructor(context: SignallingContext, transport: Transport) {
    this.context = context
    this.transport = transport
    this.#lastFrameMs = context.clock.monotonicMs()
    this.#beganMs = this.#lastFrameMs
    this.#state = { kind: 'fresh', sinceMs: this.#lastFrameMs }
  }

  get session(): DeviceSession | null {
    return this.#session
  }

  /** The next bytes of the line, cut anywhere. */
  receive(chunk: Uint8Array): void {
    if (this.#isOver()) return
    this.#errors.addBytes(chunk.length)
    this.#splitter.push(chunk, this.#take)
    this.#moved(chunk.length, 0)
    if (this.#errors.isExceeded) this.close('bad-bytes')
  }

  get state(): ConnectionState {
    return this.#state
  }

  get format(): ReplyFormat {
    if (!this.#format) throw new Error('no frame came yet')
    return this.#format
  }

  acknowledge(header: Header, packets: number, result: number, format = this.format): void {
    for (let n = 0; n < packets; n++) this.#answer(format, (header.serial + n) & 0xffff, header.messageId, result)
  }

  send(message: Message): SentSerials | null {
    const format = this.#format
    if (!format || this.#isOver()) return null
    return this.#transmit(format, messageIdOf(message), encodeBody(message, format.version))
  }

  /** Sends a command as its message; `null` when the line is closing. */
  #command(command: DeviceCommand): SentSerials | null {
    const { mediaHost, mediaPort, filesPort } = this.context
    const host = mediaHost() || this.transport.localAddress
    const sent = this.send(messageOf(command, { host, mediaPort, filesPort }))
    const session = this.#session
    if (!sent || !session) return sent
    if (command.name === 'startLive') {
      this.context.askedLive({ deviceId: session.deviceId, channel: command.channel, host, port: mediaPort })
    }
    if (opensMediaConnection(command)) session.awaitedChannels.add(command.channel)
    return sent
  }

  #transmit({ version, protocolVersion, terminalRaw }: ReplyFormat, messageId: number, body: Uint8Array): SentSerials {
    const first = this.#serial
    const frames = encodeFrames({ version, protocolVersion, terminalRaw, messageId, firstSerial: first }, body)
    this.#serial = (first + frames.length) & 0xffff
    for (const frame of frames) this.#write(frame)
    return { messageId, first, last: (first + frames.length - 1) & 0xffff }
  }

  event(event: ConnectionEvent): void {
    const isServed = serves(this.#state)
    const step = next(this.#state, event)
    this.#state = step.state
    for (const effect of step.effects) this.#apply(effect, isServed)
  }

  close(reason: CloseReason): void {
    this.event({ kind: 'close', reason })
  }

  /** The socket is gone. */
  ended(): void {
    this.event({ kind: 'gone' })
    this.#packets?.close()
  }

  /** Once a second: silence, and packets that did not come. */
  tick(nowMs: number): void {
    const silentMs = nowMs - this.#lastFrameMs
    if (this.#state.kind === 'fresh') {
      if (silentMs > this.context.limits.firstFrameMs) this.close('no-frame')
    } else if (silentMs > this.context.limits.silenceMs) this.close('silent')
    for (const holes of this.#packets?.quiet(nowMs) ?? []) this.#askFor(holes)
  }

  /** Writes what has gathered, in one piece. */
  flush(): void {
    if (this.#out.length === 0) return
    const out = this.#out
    this.#out = []
    this.#lastSentMs = this.context.clock.monotonicMs()
    const bytes = out.length === 1 ? out[0]! : concat(out)
    this.#moved(0, bytes.length)
    if (!this.transport.write(bytes)) this.close('does-not-read')
  }

  /** What comes before the line is a device's is not counted. */
  #moved(bytesIn: number, bytesOut: number): void {
    const device = this.#session?.device
    if (device) this.context.traffic.count(device.key, bytesIn, bytesOut)
  }

  noteUnknown(messageId: number): void {
    this.context.counters.add('unknownMessages')
    if (this.#noted.includes(messageId) || this.#noted.length >= MAX_NOTED) return
    this.#noted.push(messageId)
    const id = `0x${messageId.toString(16).padStart(4, '0')}`
    this.context.addressLog.info(
      networkOf(this.transport.address),
      { deviceId: this.#session?.deviceId, messageId: id },
      'message with an unknown number, acknowledged',
    )
  }

  #took(event: SplitterEvent): void {
    if (this.#isOver()) return
    if (event.kind === 'bad') this.#bad(event.reason)
    else if (isShortReport(event.bytes)) this.#shortReport(event.bytes)
    else {
      const frame = decodeFrame(event.bytes)
      if (frame.ok) this.#frame(frame.value)
      else this.#bad('header')
    }
  }

  #bad(reason: string): void {
    this.#errors.addBadFrame()
    this.context.counters.add('badFrames', reason)
  }

  /** Of a family of trackers without registration: where a code is required of the number, it is not served. */
  #shortReport(bytes: Uint8Array): void {
    const report = decodeShortReport(bytes)
    if (!report.ok) {
      this.#bad('body')
      return
    }
    this.#errors.addGoodFrame()
    this.context.counters.add('frames')
    this.#lastFrameMs = this.context.clock.monotonicMs()
    this.#recognise(headerOfShort(report.value))
    if (serves(this.#state) || this.#enters()) receiveShortReport(this, report.value, (frame) => this.#write(frame))
    else this.#errors.addBadFrame(UNPROVEN_COST)
  }

  #frame(frame: Frame): void {
    const { header, body } = frame
    this.#errors.addGoodFrame()
    this.context.counters.add('frames')
    this.#counts.add(header.messageId, body)
    this.#lastFrameMs = this.context.clock.monotonicMs()
    this.#recognise(header)
    // Being named may end it: a device that is not admitted.
    if (this.#isOver()) return
    if (!serves(this.#state) && !this.#mayComeIn(header)) return
    if (header.encryption !== 0) this.#bad('encrypted')
    else if (header.packet && header.packet.total > 1) this.#packet(frame)
    else if (header.messageId === POSITION) receivePosition(this, header, body)
    else this.#message(header, body, 1)
    if (serves(this.#state) && this.#state.whereabouts !== 'asked') this.#onMessage(header.messageId)
    this.context.counters.work.observe((this.context.clock.monotonicMs() - this.#lastFrameMs) / 1000)
  }

  /** Before it is served only introductions are worked on. Of others it is not said that they are done: the device keeps them. */
  #mayComeIn(header: Header): boolean {
    const introduces = isIntroduction(header.messageId)
    if (!(introduces && this.#state.kind === 'arriving') && this.#enters()) return true
    this.#errors.addBadFrame(UNPROVEN_COST)
    if (introduces) return true
    this.acknowledge(header, 1, Result.failed)
    return false
  }

  /** Unless it has to show a code, or another line holds its number. */
  #enters(): boolean {
    if (this.#state.kind !== 'rival' && this.#state.kind !== 'arriving') return false
    if (!this.#session || !this.context.sessions.mayEnter(this.#session, false)) return false
    this.event({ kind: 'vacant' })
    return true
  }

  #onMessage(messageId: number): void {
    this.event({ kind: 'heard', what: heardAs(messageId), counts: this.#session?.device != null })
  }

  #recognise(header: Header): void {
    const { terminal, version } = header
    const isSame = this.#session?.terminal.id === terminal.id
    // A copy: the header's bytes are a view of a chunk that must not live as long as the connection.
    if (this.#format?.version !== version || !isSame) {
      this.#format = replyFormatOf(header, (format, serial) => this.#answer(format, serial, POSITION, Result.done))
    }
    if (isSame) return
    if (this.#session) this.#errors.addBadFrame(NEW_NUMBER_COST)
    const identity = { id: terminal.id, raw: terminal.raw.slice() }
    const as = this.context.sessions.standing(identity.raw, this.transport, isIntroduction(header.messageId))
    this.event({ kind: 'named', terminal: identity, as })
  }

  #packet(frame: Frame): void {
    const { header } = frame
    const { registered, unregistered } = this.context.packetMemory
    const memory = this.#session?.device ? registered : unregistered
    this.#packets ??= new PacketReassembly(unregistered)
    const taken = this.#packets.take(frame, this.#lastFrameMs, memory)
    if (taken === 'no-room') {
      this.context.counters.add('rejected', 'packet-memory')
      return
    }
    if (taken === 'given-up') {
      this.context.counters.add('rejected', 'message-too-long')
      this.acknowledge(header, 1, Result.failed)
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
  #answer(format: ReplyFormat, serial: number, messageId: number, result: number): void {
    if (this.#isOver()) return
    const body = Uint8Array.of(serial >> 8, serial, messageId >> 8, messageId, result)
    this.#transmit(format, PLATFORM_ANSWER, body)
  }

  #write(frame: Uint8Array): void {
    if (this.#out.length === 0) this.context.flushSoon(this)
    this.#out.push(frame)
  }

  #isOver(): boolean {
    return this.#state.kind === 'closing' || this.#state.kind === 'closed'
  }

  #apply(effect: ConnectionEffect, wasServed: boolean): void {
    const { sessions } = this.context
    const transport = this.transport
    switch (effect.kind) {
      case 'admit':
        this.#session = this.#sessionOf(effect.terminal)
        return
      case 'enter':
        if (this.#session) sessions.enter(this.#session)
        return
      case 'leave':
        if (this.#session) sessions.release(this.#session)
        return
      case 'locate':
        // No caller waits: the answer is a position like any other, and a device that gives none costs nothing.
        this.send({ name: 'positionRequest', body: {} })
        return
      case 'release':
        if (this.#session) sessions.release(this.#session)
        this.#session?.pending.close()
        this.#session = null
        return
      case 'end':
        reportClosed(this.context, { transport, format: this.#format, reason: effect.reason, wasServed })
        this.flush()
        transport.end()
    }
  }

  #sessionOf(terminal: TerminalIdentity): DeviceSession {
    const { clock } = this.context
    const session: DeviceSession = {
      terminal,
      deviceId: terminal.id,
      device: null,
      pending: new PendingCommands({ clock, send: (command) => this.#command(command) }),
      awaitedChannels: new Set(),
      transport: this.transport,
      close: (reason) => this.close(reason),
      forget: () => this.event({ kind: 'forgotten' }),
      isIntroduced: () => this.#state.kind === 'proven' || (this.#state.kind === 'trusted' && this.#state.introduced),
      silentMs: () => clock.monotonicMs() - this.#lastFrameMs,
      connectionReport: () =>
        connectionTimes(clock, {
          beganMs: this.#beganMs,
          receivedMs: this.#lastFrameMs,
          sentMs: this.#lastSentMs,
          edition: String(this.#format?.version ?? ''),
          counts: this.#counts,
        }),
      locate: () => {
        if (session.device) this.event({ kind: 'counts' })
      },
      registration: null,
      served: [],
    }
    return session
  }
}
