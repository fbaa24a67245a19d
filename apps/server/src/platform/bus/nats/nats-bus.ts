// The bus between machines: NATS core, at most once. What is promised on top of it, and all limits: docs/bus.md.
import { randomUUID } from 'node:crypto'
import {
  headers,
  type Msg,
  type NatsConnection,
  type Subscription as NatsSubscription,
  type Status,
} from '@nats-io/transport-node'
import type { Clock } from '../../clock/index.ts'
import type { Bus, BusChange, Subscription } from '../bus.ts'
import { BusUnavailable, NoResponder } from '../bus-errors.ts'
import { checkPattern, checkSubject } from '../subject.ts'
import { cut, formatPartHead, MAX_MESSAGE_BYTES, MessageJoiner, parsePartHead, plainView } from './message-parts.ts'
import { connectNats, type NatsServer, NatsUnusable } from './nats-connection.ts'
import type { NatsHealth } from './nats-health.types.ts'
import { PendingRequests } from './pending-requests.ts'

const QUEUE = 'fleetglass'
const PART_HEADER = 'Fleetglass-Part'
/** In an answer without one: the reason follows, or nobody was there. */
const FAILED_HEADER = 'Fleetglass-Failed'
/** A part leaves this of the server's limit to its header. */
const HEADER_BYTES = 512
/** Below this not even commands fit a message. */
const LEAST_PAYLOAD_BYTES = 256 * 1024
/** Bytes that the NATS server has not confirmed: sessions, which carry media, are refused first. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024
const SESSION_SUBJECT = 'session.'
/** Requests of other nodes that are being answered; above it they are refused at once. */
const MAX_ANSWERING = 10_000
const CLOSE_MS = 2_000

export interface NatsBus extends Bus {
  health(): NatsHealth
  /** What was sent before has reached the server, and what it had for this node has been received. */
  flush(): Promise<void>
}

export interface NatsBusDeps {
  readonly clock: Clock
  readonly server: NatsServer
  /** First word of every subject: one permission, `fleetglass.>`, covers all of them, and sites may share a NATS server. */
  readonly prefix: string
  readonly onError: (error: unknown, subject: string) => void
  /** The library has given up: the bus will not come back in this process. */
  readonly onEnd?: (error: Error) => void
  /** Left out: 64 MiB. */
  readonly maxWaitingBytes?: number
}

/** Rejects with `NatsUnusable` when there is no connection at the start. */
export async function connectNatsBus(deps: NatsBusDeps): Promise<NatsBus> {
  const connection = await connectNats(deps.server)
  const maxPayload = connection.info?.max_payload ?? 0
  if (maxPayload < LEAST_PAYLOAD_BYTES) {
    await connection.close()
    throw new NatsUnusable(
      `NATS at ${connection.getServer()} takes ${maxPayload} bytes a message; set max_payload to ${LEAST_PAYLOAD_BYTES} or more`,
    )
  }
  return new ConnectedBus(deps, connection)
}

type Receive = (bytes: Uint8Array, subject: string) => void
type Answer = (bytes: Uint8Array, subject: string) => Promise<Uint8Array>

/** What this process has for one pattern: NATS brings a message once for all of it. */
interface Entries<T> {
  readonly list: Set<T>
  readonly subscription: NatsSubscription
}

class ConnectedBus implements NatsBus {
  readonly #deps: NatsBusDeps
  readonly #connection: NatsConnection
  /** Of this connection: answers come back to it. */
  readonly #connectionId = randomUUID()
  readonly #receivers = new Map<string, Entries<{ readonly receive: Receive }>>()
  readonly #responders = new Map<string, Entries<{ readonly answer: Answer }>>()
  readonly #watchers = new Set<{ readonly changed: (state: BusChange) => void }>()
  readonly #joiner = new MessageJoiner()
  readonly #requests: PendingRequests
  readonly #prefix: string
  readonly #replySubject: string
  #isConnected = true
  #isClosed = false
  #sinceMs: number
  #server: string
  #sentBytes = 0
  #confirmedBytes = 0
  #receivedBytes = 0
  #isConfirming = false
  #answering = 0
  #refused = 0
  #interruptions = 0
  #lastMessage = 0

  constructor(deps: NatsBusDeps, connection: NatsConnection) {
    this.#deps = deps
    this.#connection = connection
    this.#prefix = `${deps.prefix}.`
    this.#replySubject = `${deps.prefix}.reply.${this.#connectionId}`
    this.#requests = new PendingRequests(deps.clock)
    this.#sinceMs = deps.clock.nowMs()
    this.#server = connection.getServer()
    this.#open(`${this.#replySubject}.*`, undefined, (message) => this.#takeReply(message))
    void this.#follow()
    void connection.closed().then((error) => {
      if (!this.#isClosed) deps.onEnd?.(new Error('The connection to NATS has ended for good', { cause: error }))
    })
  }

  publish(subject: string, bytes: Uint8Array): boolean {
    checkSubject(subject)
    if (!this.#isReady() || !this.#hasRoom(bytes.length, subject.startsWith(SESSION_SUBJECT) ? 1 / 2 : 1)) {
      this.#refused += 1
      return false
    }
    this.#send(this.#prefix + subject, bytes)
    return true
  }

  subscribe(pattern: string, receive: Receive): Subscription {
    return this.#add(this.#receivers, pattern, undefined, { receive }, (message, bytes, subject) => {
      for (const { receive: one } of [...(this.#receivers.get(pattern)?.list ?? [])]) {
        this.#guard(message.subject, () => one(bytes, subject))
      }
    })
  }

  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    checkSubject(subject)
    const maxBytes = this.#maxPayload()
    if (bytes.length > maxBytes) {
      // Its parts could go to several responders.
      return Promise.reject(new RangeError(`${subject}: a request of ${bytes.length} bytes, at most ${maxBytes} fit`))
    }
    if (!this.#isReady() || !this.#hasRoom(bytes.length)) {
      this.#refused += 1
      return Promise.reject(new BusUnavailable())
    }
    return this.#requests.begin(subject, timeoutMs, (token) => {
      this.#connection.publish(this.#prefix + subject, bytes, { reply: `${this.#replySubject}.${token}` })
      this.#counted(bytes.length)
    })
  }

  respond(pattern: string, answer: Answer): Subscription {
    return this.#add(this.#responders, pattern, QUEUE, { answer }, (message, bytes, subject) => {
      const [first] = this.#responders.get(pattern)?.list ?? []
      void this.#answer(message.reply ?? '', first?.answer, bytes, subject)
    })
  }

  watch(changed: (state: BusChange) => void): Subscription {
    const entry = { changed }
    this.#watchers.add(entry)
    return { close: () => void this.#watchers.delete(entry) }
  }

  health(): NatsHealth {
    return {
      isConnected: this.#isConnected,
      sinceMs: this.#sinceMs,
      server: this.#server,
      waitingBytes: this.#waitingBytes(),
      unfinishedBytes: this.#joiner.bytes,
      refused: this.#refused,
      sentBytes: this.#sentBytes,
      receivedBytes: this.#receivedBytes,
      interruptions: this.#interruptions,
    }
  }

  flush(): Promise<void> {
    return this.#connection.flush()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#receivers.clear()
    this.#responders.clear()
    this.#watchers.clear()
    this.#requests.failAll()
    this.#joiner.clear()
    if (this.#isConnected) await this.#flushedOrLate()
    await this.#connection.close()
  }

  #isReady(): boolean {
    return this.#isConnected && !this.#isClosed
  }

  /** Whether so many bytes more may wait for the NATS server, in a share of the limit. */
  #hasRoom(bytes: number, share = 1): boolean {
    return this.#waitingBytes() + bytes <= share * (this.#deps.maxWaitingBytes ?? MAX_WAITING_BYTES)
  }

  #maxPayload(): number {
    return (this.#connection.info?.max_payload ?? LEAST_PAYLOAD_BYTES) - HEADER_BYTES
  }

  #waitingBytes(): number {
    return this.#sentBytes - this.#confirmedBytes
  }

  /** Sends in parts what is above the server's limit. */
  #send(subject: string, bytes: Uint8Array): void {
    const partBytes = this.#maxPayload()
    if (bytes.length > MAX_MESSAGE_BYTES) {
      throw new RangeError(`${subject}: ${bytes.length} bytes, at most ${MAX_MESSAGE_BYTES} are allowed`)
    }
    this.#counted(bytes.length)
    if (bytes.length <= partBytes) {
      this.#connection.publish(subject, bytes)
      return
    }
    this.#lastMessage += 1
    const message = `${this.#connectionId}.${this.#lastMessage}`
    for (const [index, part] of cut(bytes, partBytes).entries()) {
      const head = headers()
      head.set(PART_HEADER, formatPartHead({ message, index, totalBytes: bytes.length }))
      this.#connection.publish(subject, part, { headers: head })
    }
  }

  #counted(bytes: number): void {
    this.#sentBytes += bytes
    if (!this.#isConfirming) void this.#confirm()
  }

  /** One question at a time is on its way to the server; what was sent before it counts as confirmed when it is answered. */
  async #confirm(): Promise<void> {
    this.#isConfirming = true
    // What is sent in this turn goes with it.
    await Promise.resolve()
    while (this.#isReady() && this.#confirmedBytes < this.#sentBytes) {
      const sent = this.#sentBytes
      const isConfirmed = await this.#connection.flush().then(
        () => true,
        () => false,
      )
      if (!isConfirmed) break
      this.#confirmedBytes = Math.max(this.#confirmedBytes, sent)
    }
    this.#isConfirming = false
  }

  #add<T>(
    all: Map<string, Entries<T>>,
    pattern: string,
    queue: string | undefined,
    entry: T,
    take: (message: Msg, bytes: Uint8Array, subject: string) => void,
  ): Subscription {
    checkPattern(pattern)
    const present = all.get(pattern)
    const entries = present ?? {
      list: new Set<T>(),
      subscription: this.#open(this.#prefix + pattern, queue, (message) => {
        const bytes = this.#whole(pattern, message)
        if (bytes !== null) take(message, bytes, message.subject.slice(this.#prefix.length))
      }),
    }
    if (present === undefined) all.set(pattern, entries)
    entries.list.add(entry)
    return {
      close: () => {
        if (!entries.list.delete(entry) || entries.list.size > 0) return
        all.delete(pattern)
        if (!this.#isClosed) entries.subscription.unsubscribe()
      },
    }
  }

  #open(subject: string, queue: string | undefined, take: (message: Msg) => void): NatsSubscription {
    return this.#connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      // The library calls this while it reads: nothing may be thrown.
      callback: (error, message) => {
        if (error !== null) this.#deps.onError(error, subject)
        else if (!this.#isClosed) this.#guard(subject, () => take(message))
      },
    })
  }

  #guard(subject: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#deps.onError(error, subject)
    }
  }

  #whole(receiver: string, message: Msg): Uint8Array | null {
    const bytes = plainView(message.data)
    this.#receivedBytes += bytes.length
    const given = message.headers?.get(PART_HEADER) ?? ''
    if (given === '') return bytes
    const head = parsePartHead(given)
    const whole = head === null ? null : this.#joiner.add(receiver, head, bytes)
    return whole === null ? null : plainView(whole)
  }

  #takeReply(message: Msg): void {
    const token = message.subject.slice(this.#replySubject.length + 1)
    if (message.headers?.code === 503) {
      this.#requests.fail(token, (subject) => new NoResponder(subject))
      return
    }
    const failed = message.headers?.get(FAILED_HEADER) ?? ''
    if (failed !== '') {
      const reason = Buffer.from(message.data).toString()
      this.#requests.fail(token, (subject) => (failed === 'nobody' ? new NoResponder(subject) : new Error(reason)))
      return
    }
    const bytes = this.#whole(token, message)
    if (bytes !== null) this.#requests.answer(token, bytes)
  }

  async #answer(reply: string, answer: Answer | undefined, bytes: Uint8Array, subject: string): Promise<void> {
    if (answer === undefined) {
      this.#answerFailed(reply, 'nobody', '')
      return
    }
    if (this.#answering >= MAX_ANSWERING) {
      this.#answerFailed(reply, 'busy', `${MAX_ANSWERING} requests are being answered already`)
      return
    }
    this.#answering += 1
    try {
      const answered = await answer(bytes, subject)
      if (!this.#isReady()) return
      if (this.#hasRoom(answered.length)) {
        this.#send(reply, answered)
        return
      }
      this.#refused += 1
      this.#answerFailed(reply, 'busy', 'the bus has no room for the answer')
    } catch (error) {
      this.#answerFailed(reply, 'failed', error instanceof Error ? error.message : String(error))
    } finally {
      this.#answering -= 1
    }
  }

  #answerFailed(reply: string, kind: 'nobody' | 'busy' | 'failed', reason: string): void {
    if (!this.#isReady() || reply === '') return
    const head = headers()
    head.set(FAILED_HEADER, kind)
    const bytes = Buffer.from(reason.slice(0, 1_000))
    this.#connection.publish(reply, bytes, { headers: head })
    this.#counted(bytes.length)
  }

  async #follow(): Promise<void> {
    for await (const status of this.#connection.status()) this.#takeStatus(status)
  }

  #takeStatus(status: Status): void {
    if (status.type === 'disconnect') this.#interrupted()
    else if (status.type === 'reconnect') this.#restored()
    else if (status.type === 'error') this.#deps.onError(status.error, 'NATS')
  }

  #interrupted(): void {
    if (!this.#isReady()) return
    this.#isConnected = false
    this.#sinceMs = this.#deps.clock.nowMs()
    this.#interruptions += 1
    this.#confirmedBytes = this.#sentBytes
    this.#joiner.clear()
    this.#requests.failAll()
    this.#report('interrupted')
  }

  #restored(): void {
    if (this.#isConnected || this.#isClosed) return
    this.#isConnected = true
    this.#sinceMs = this.#deps.clock.nowMs()
    this.#server = this.#connection.getServer()
    this.#report('restored')
  }

  #report(state: BusChange): void {
    for (const { changed } of [...this.#watchers]) this.#guard('NATS', () => changed(state))
  }

  async #flushedOrLate(): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = this.#deps.clock.after(CLOSE_MS, () => late.resolve())
    await Promise.race([this.#connection.flush().catch(() => undefined), late.promise])
    timer.cancel()
  }
}
