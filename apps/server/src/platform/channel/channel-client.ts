import { can } from '@fleetglass/contract/access'
import { AppError, failureFields } from '@fleetglass/contract/errors'
import { CLOSE_MALFORMED, CLOSE_TOO_LARGE, decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'
import type { RawData, WebSocket } from 'ws'
import { type Caller, type CallerWatch, rejectToken } from '../access-policy/index.ts'
import { type AuditedAction, type AuditLog, shortText } from '../audit/index.ts'
import type { Clock, Timer } from '../clock/index.ts'
import { expectedError, rejectNul } from '../errors/index.ts'
import { TokenBucket } from '../limits/index.ts'
import type { LimitedLog } from '../log/index.ts'
import { networkOf } from '../remote-address/index.ts'
import type { ChannelCall, ChannelConnection, ChannelMessage, LoginCall, LoginMessage } from './channel.types.ts'
import type { ChannelCounts } from './counts.ts'
import type { ChannelLimits } from './limits.ts'
import type { UnauthenticatedPlace } from './unauthenticated-connections.ts'
import type { UnreadReplies } from './unread-replies.ts'

/** What every link of the channel shares. */
export interface ChannelService {
  readonly clock: Clock
  /** Limited by address, because anyone who connects can cause its lines. */
  readonly log: LimitedLog
  readonly limits: ChannelLimits
  readonly handlers: ReadonlyMap<string, ChannelMessage>
  /** By code, as the handlers: what a message can do. */
  readonly actions: ReadonlyMap<string, AuditedAction>
  /** What this call of a message does; a message that changes may also read. */
  recordedAs(asked: VcpMessage): AuditedAction | undefined
  /** `null`: messages are not recorded. */
  readonly audit: AuditLog | null
  readonly counts: ChannelCounts
  readonly unread: UnreadReplies
}

type Fields = Readonly<Record<string, string>>

export interface Peer {
  readonly socket: WebSocket
  readonly address: string
  readonly client: string
  /** Among the links that have not logged in. */
  readonly place: UnauthenticatedPlace
  /** It may send long messages from now on. */
  readonly known: () => void
}

/** How often an open link checks that its account is unchanged since the login, in addition to being notified of changes. */
const ACCOUNT_CHECK_MS = 30_000

/** One link: before the login only the login message, then whatever the account may. Lives as long as its socket. */
export class ChannelClient {
  readonly #socket: WebSocket
  readonly #service: ChannelService
  readonly #connection: ChannelConnection
  readonly #log: LimitedLog
  readonly #address: string
  readonly #messages: TokenBucket
  readonly #timers: readonly Timer[]
  readonly #place: UnauthenticatedPlace
  readonly #known: () => void
  #watch: CallerWatch | null = null
  #changes: { close(): void } | null = null
  #account: Caller | null = null
  /** Runs while the account is checked after a notice. Messages wait for it: what was taken away is gone from the next one on. */
  #check: Promise<void> | null = null
  #inProgress = 0
  #terminated = false
  #answeredPing = true

  constructor({ socket, address, client, place, known }: Peer, service: ChannelService) {
    const { clock, limits, counts } = service
    this.#socket = socket
    this.#place = place
    this.#known = known
    this.#service = service
    this.#connection = this.#describe(address, client)
    this.#log = service.log
    this.#address = address
    this.#messages = new TokenBucket(
      { burst: limits.messageBurst, refillMs: 1000 / limits.messagesPerSecond },
      clock.monotonicMs(),
    )
    this.#timers = [
      clock.after(limits.loginMs, () => {
        if (this.#account === null) this.#close(1008, 'no login in time')
      }),
      clock.every(limits.silenceMs, () => this.#ping()),
      // A database that is away for a moment ends no link: there was no notice of a change.
      clock.every(ACCOUNT_CHECK_MS, () => void this.#checkAccount(() => undefined)),
    ]
    counts.open.inc()
    socket.on('message', (data: RawData) => this.#receive(toBytes(data)))
    socket.on('pong', () => {
      this.#answeredPing = true
    })
    socket.once('close', () => {
      counts.open.dec()
      this.#place.leave()
      service.unread.forget(this)
      for (const timer of this.#timers) timer.cancel()
      this.#changes?.close()
    })
  }

  #describe(address: string, client: string): ChannelConnection {
    const unreadBytes = (): number => this.unreadBytes
    return {
      address,
      client,
      memory: new Map(),
      get unreadBytes() {
        return unreadBytes()
      },
      onClose: (listener) => {
        if (this.#socket.readyState === this.#socket.CLOSED) listener()
        else this.#socket.once('close', listener)
      },
    }
  }

  #receive(bytes: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const decoded = decodeVcp(bytes)
    if (!decoded.ok) {
      this.#log.info(
        networkOf(this.#address),
        { address: this.#address, offset: decoded.offset, reason: decoded.reason },
        'message cannot be read',
      )
      this.#close(decoded.fault === 'too-large' ? CLOSE_TOO_LARGE : CLOSE_MALFORMED, decoded.reason)
    } else if (
      !this.#messages.take(this.#service.clock.monotonicMs()) ||
      this.#inProgress >= this.#service.limits.inProgress
    ) {
      this.#close(1008, 'too many messages')
    } else {
      this.#inProgress++
      const beganMs = this.#service.clock.monotonicMs()
      void this.#handle(decoded.value).finally(() => {
        this.#inProgress--
        this.#service.counts.work.observe((this.#service.clock.monotonicMs() - beganMs) / 1000)
      })
    }
  }

  /** Never rejects: what a handler throws becomes the reply. The one place where messages are written to the audit log. */
  async #handle(asked: VcpMessage): Promise<void> {
    const action = this.#service.recordedAs(asked)
    /** Replies to a change, which acknowledge it: they leave when its row is stored. */
    const held: (() => void)[] | null = action?.changes === true && this.#service.audit !== null ? [] : null
    const reply = (fields: Fields = {}, payload?: Uint8Array | string): void => {
      const send = (): void => this.#answer(asked, { R: '1', ...fields }, payload)
      if (held === null) send()
      else held.push(send)
    }
    let result = 'ok'
    let failure: Fields | null = null
    let details: Readonly<Record<string, unknown>> = {}
    const note = (noted: Readonly<Record<string, unknown>>): void => {
      details = noted
    }
    try {
      await this.#dispatch(asked, { reply, note })
    } catch (error) {
      result = expectedError(error).code
      if (!(error instanceof AppError))
        this.#log.error(
          networkOf(this.#address),
          { address: this.#address, err: error, code: asked.code },
          'a message failed',
        )
      failure = this.#failureOf(asked, error)
    }
    await this.#record(action, asked, result, details)
    for (const send of held ?? []) send()
    if (failure !== null) this.#answer(asked, failure)
  }

  async #record(
    action: AuditedAction | undefined,
    { fields }: VcpMessage,
    result: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (action === undefined) return
    // A message has no schema: what its description names is recorded, and nothing else.
    const named = action.fields.filter((name) => fields[name] !== undefined)
    const given = Object.fromEntries(named.map((name) => [name, shortText(fields[name] ?? '')]))
    const parameters = { ...given, ...details }
    const claimedUser = fields.U ?? ''
    const call = { action, caller: this.#account, claimedUser, address: this.#address, result, parameters }
    await this.#service.audit?.record(call)
  }

  /** VCP-039: a refused login is answered with its text and no other field; the code says only what else a correct password needs. */
  #failureOf(asked: VcpMessage, error: unknown): Fields {
    const expected = expectedError(error)
    const isLogin = this.#service.handlers.get(asked.code)?.kind === 'login'
    return isLogin && expected.kind !== 'incomplete-login' ? { R: '0', W: expected.message } : failureFields(expected)
  }

  async #dispatch(asked: VcpMessage, answering: Pick<ChannelCall, 'reply' | 'note'>): Promise<void> {
    const handler = this.#service.handlers.get(asked.code)
    this.#service.counts.messages.inc({ code: handler ? asked.code : 'unknown' })
    rejectNul(asked.fields)
    while (this.#check !== null) await this.#check
    if (this.#socket.readyState !== this.#socket.OPEN) throw new AppError('not-logged-in')
    const call = {
      fields: asked.fields,
      payload: asked.payload,
      connection: this.#connection,
      ...answering,
    }
    if (handler?.kind === 'login') {
      this.#rejectSecondLogin()
      await this.#logIn(handler, call)
    } else if (this.#account === null) throw new AppError('not-logged-in')
    else if (handler === undefined) throw new AppError('unknown-message')
    else if (!can(this.#account, handler.access)) throw new AppError('permission-denied')
    else {
      rejectToken(this.#account, { changes: this.#service.actions.get(asked.code)?.changes ?? true })
      await handler.handle({ ...call, account: this.#account })
    }
  }

  async #logIn(handler: LoginMessage, call: Omit<LoginCall, 'accept'>): Promise<void> {
    this.#place.checking(true)
    try {
      await handler.handle({ ...call, accept: (...login) => this.#accept(...login) })
    } finally {
      this.#place.checking(false)
    }
  }

  /** The state of a link belongs to its first account: another account opens its own link. */
  #rejectSecondLogin(): void {
    if (this.#account !== null) throw new AppError('already-logged-in')
  }

  #accept(account: Caller, watch: CallerWatch): void {
    // Two logins may have been under way.
    this.#rejectSecondLogin()
    this.#account = account
    this.#watch = watch
    // A login may be answered after its link has gone.
    if (this.#socket.readyState === this.#socket.CLOSED) return
    this.#changes = watch.onChange(account, () => this.#checkChanged())
    this.#place.leave()
    this.#known()
  }

  /** A check that fails ends the link: which rights it has is not known. */
  #checkChanged(): void {
    const check = this.#checkAccount(() => this.#close(1011, 'the account could not be checked, log in again'))
    this.#check = check
    void check.then(() => {
      if (this.#check === check) this.#check = null
    })
  }

  /** Closes the link of an account that was removed, expired, or got another password or other rights. Never rejects. */
  async #checkAccount(onFailure: () => void): Promise<void> {
    const account = this.#account
    if (account === null) return
    try {
      const current = await this.#watch?.isCurrent(account)
      if (current === false && account === this.#account)
        this.#close(1008, 'the account was changed or removed, log in again')
    } catch (error) {
      this.#log.warn(
        networkOf(this.#address),
        { address: this.#address, err: error },
        'the account could not be checked again',
      )
      onFailure()
    }
  }

  #answer(asked: VcpMessage, fields: Fields, payload?: Uint8Array | string): void {
    const echoed = asked.fields.X === undefined ? {} : { X: asked.fields.X }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    this.#send({ code: asked.code, fields: { ...echoed, ...fields }, ...(bytes && { payload: bytes }) })
  }

  #send(message: VcpMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { unread } = this.#service
    this.#socket.send(encodeVcp(message), { binary: false }, () => unread.measure(this))
    unread.measure(this)
  }

  /** Bytes of replies that the peer has not taken. */
  get unreadBytes(): number {
    return this.#terminated ? 0 : this.#socket.bufferedAmount
  }

  /** Ends it without a word: a close frame would stand behind all that is not read, and keep it. */
  endUnread(): void {
    this.#service.counts.closed.inc({ reason: 'slow' })
    this.#log.info(
      networkOf(this.#address),
      { address: this.#address, unreadBytes: this.unreadBytes },
      'link closed by the server: replies are not read',
    )
    this.#terminated = true
    this.#socket.terminate()
  }

  /** A peer that went away without a word is found by unanswered pings, which are no messages. */
  #ping(): void {
    if (this.#answeredPing) this.#socket.ping()
    else {
      this.#service.counts.closed.inc({ reason: 'silent' })
      this.#socket.terminate()
    }
    this.#answeredPing = false
  }

  #close(code: number, reason: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#service.counts.closed.inc({ reason: closeKind[code] ?? 'other' })
    this.#log.info(networkOf(this.#address), { address: this.#address, code, reason }, 'link closed by the server')
    this.#place.leave()
    this.#socket.close(code, reason.slice(0, 120))
  }
}

/** Reasons as labels of the metric: few, whatever is sent. */
const closeKind: Readonly<Record<number, string>> = {
  [CLOSE_MALFORMED]: 'malformed',
  [CLOSE_TOO_LARGE]: 'too large',
  1008: 'limit',
}
function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
