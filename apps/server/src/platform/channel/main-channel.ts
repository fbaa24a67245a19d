import { can, type Requirement } from '@fleetglass/contract/access'
import {
  CLOSE_MALFORMED,
  CLOSE_TOO_LARGE,
  decodeVcp,
  encodeVcp,
  MAX_MESSAGE_BYTES,
  type VcpMessage,
} from '@fleetglass/vcp'
import type { RawData, WebSocket } from 'ws'
import type { Account } from '../account/index.ts'
import type { Clock } from '../clock/index.ts'
import type { Log } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { SocketRequest, SocketRoute } from '../ws/index.ts'
import { type ChannelLimits, channelLimits, createAllowance } from './limits.ts'

/** What a handler gets: who asks, what, and the ways to answer. */
export interface ChannelCall {
  readonly account: Account
  readonly fields: Readonly<Record<string, string>>
  readonly payload: Uint8Array | undefined
  readonly connection: ChannelConnection
  /** Sends one reply message with `R` = 1; a list is answered with several. */
  reply(fields?: Readonly<Record<string, string>>, payload?: Uint8Array | string): void
}

export interface ChannelConnection {
  readonly address: string
  /** What a feature remembers for this link, by a key of its own. */
  readonly memory: Map<symbol, unknown>
}

export interface LoginCall extends Omit<ChannelCall, 'account'> {
  /** From now on the link belongs to this account. */
  accept(account: Account): void
}

/**
 * The main channel: VCP messages over WebSocket. A message is registered with the right it needs, so that no handler can
 * forget to ask for it. A handler answers by `reply`, or throws a `Refusal` whose sentence becomes `W`.
 *
 * Belongs here: framing, login state, rights, limits. Does not: what a message means (`*.channel.ts` of its feature).
 */
export interface MainChannel {
  message(code: string, access: Requirement, handle: (call: ChannelCall) => Promise<void> | void): void
  /** The one message that is taken before the login. */
  login(code: string, handle: (call: LoginCall) => Promise<void> | void): void
  /** For the listeners that serve the channel. */
  readonly route: SocketRoute
}

export interface MainChannelDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly limits?: Partial<ChannelLimits>
}

type Handler =
  | { readonly kind: 'message'; readonly access: Requirement; handle(call: ChannelCall): Promise<void> | void }
  | { readonly kind: 'login'; handle(call: LoginCall): Promise<void> | void }

export function createMainChannel(deps: MainChannelDeps): MainChannel {
  const log = deps.log.child({ part: 'channel' })
  const limits: ChannelLimits = { ...channelLimits, ...deps.limits }
  const handlers = new Map<string, Handler>()
  const counts = countersOf(deps.metrics)
  return {
    message: (code, access, handle) => register(handlers, code, { kind: 'message', access, handle }),
    login: (code, handle) => register(handlers, code, { kind: 'login', handle }),
    route: {
      maxMessageBytes: MAX_MESSAGE_BYTES,
      accept: (socket, request) => serve(socket, request, { clock: deps.clock, log, limits, handlers, counts }),
    },
  }
}

function register(handlers: Map<string, Handler>, code: string, handler: Handler): void {
  if (handlers.has(code)) throw new Error(`the message ${code} is registered twice`)
  handlers.set(code, handler)
}

function countersOf(metrics: Metrics) {
  return {
    open: metrics.gauge('fleetglass_channel_connections', 'Open links of the main channel'),
    messages: metrics.counter('fleetglass_channel_messages_total', 'Messages of the main channel', ['code']),
    closed: metrics.counter('fleetglass_channel_closed_total', 'Links that the server closed', ['reason']),
  }
}

interface Service {
  readonly clock: Clock
  readonly log: Log
  readonly limits: ChannelLimits
  readonly handlers: ReadonlyMap<string, Handler>
  readonly counts: ReturnType<typeof countersOf>
}

/** One link: before the login only the login message, then whatever the account may. */
function serve(socket: WebSocket, request: SocketRequest, service: Service): void {
  const { clock, limits, counts, handlers } = service
  const log = service.log.child({ address: request.address })
  const connection: ChannelConnection = { address: request.address, memory: new Map() }
  const allowance = createAllowance(clock, limits.messagesPerSecond, limits.messageBurst)
  let account: Account | null = null
  let running = 0

  const loginTimer = clock.after(limits.loginMs, () => close(1008, 'no login in time'))
  const silence = watchForSilence(socket, clock, limits.silenceMs, () => {
    counts.closed.inc({ reason: 'silent' })
    socket.terminate()
  })
  counts.open.inc()
  socket.once('close', () => {
    counts.open.dec()
    loginTimer.cancel()
    silence.cancel()
  })

  function close(code: number, reason: string): void {
    if (socket.readyState !== socket.OPEN) return
    counts.closed.inc({ reason })
    log.info({ code, reason }, 'link closed by the server')
    socket.close(code, reason.slice(0, 120))
  }

  function send(message: VcpMessage): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.unreadBytes) close(1013, 'replies are not read')
    else socket.send(encodeVcp(message), { binary: false })
  }

  function answer(asked: VcpMessage, fields: Readonly<Record<string, string>>, payload?: Uint8Array | string): void {
    const echoed = asked.fields.X === undefined ? {} : { X: asked.fields.X }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    send({ code: asked.code, fields: { ...echoed, ...fields }, ...(bytes && { payload: bytes }) })
  }

  async function handle(asked: VcpMessage): Promise<void> {
    const handler = handlers.get(asked.code)
    counts.messages.inc({ code: handler ? asked.code : 'unknown' })
    const call = {
      fields: asked.fields,
      payload: asked.payload,
      connection,
      reply: (fields: Readonly<Record<string, string>> = {}, payload?: Uint8Array | string) =>
        answer(asked, { R: '1', ...fields }, payload),
    }
    if (handler?.kind === 'login') {
      await handler.handle({
        ...call,
        accept(loggedIn) {
          account = loggedIn
          loginTimer.cancel()
        },
      })
    } else if (account === null) throw new Refusal('bad-credentials', 'not logged in')
    else if (handler === undefined) throw new Refusal('refused', 'unknown message')
    else if (!can(account, handler.access)) throw new Refusal('forbidden', 'permission denied')
    else await handler.handle({ ...call, account })
  }

  socket.on('message', (data: RawData) => {
    if (socket.readyState !== socket.OPEN) return
    const decoded = decodeVcp(toBytes(data))
    if (!decoded.ok) {
      log.info({ offset: decoded.offset, reason: decoded.reason }, 'message cannot be read')
      close(decoded.fault === 'too-large' ? CLOSE_TOO_LARGE : CLOSE_MALFORMED, decoded.reason)
      return
    }
    if (!allowance.take() || running >= limits.underWay) {
      close(1008, 'too many messages')
      return
    }
    running++
    void handle(decoded.value)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) log.error({ err: error, code: decoded.value.code }, 'a message failed')
        const reason = error instanceof Refusal ? error.message : 'internal error'
        answer(decoded.value, { R: '0', W: reason })
      })
      .finally(() => running--)
  })
}

function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

/** A peer that went away without a word is found by unanswered pings, which are no messages. */
function watchForSilence(socket: WebSocket, clock: Clock, silenceMs: number, onSilent: () => void): { cancel(): void } {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  return clock.every(silenceMs, () => {
    if (!answered) onSilent()
    else socket.ping()
    answered = false
  })
}
