// Belongs here: the path `ws.cgi`: parameters, origin, bounds, which kind of stream. Does not: what a kind sends.
import {
  liveStreamSchema,
  StreamClose,
  type StreamCloseCode,
  StreamPath,
  type streamRights,
} from '@fleetglass/contract/streams'
import type { Account } from '../../platform/account/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Entry } from '../../platform/entries/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { RawData, SocketRequest, SocketRoute, WebSocket } from '../../platform/ws/index.ts'
import type { RegisteredDevice } from '../registry/index.ts'
import { MediaSocket } from './media-socket.ts'
import type { StreamGate } from './stream-gate.ts'

/** Streams one account may have open at once: some walls of tiles. */
const MAX_STREAMS_PER_ACCOUNT = 256
/** A viewer that answers no ping for this long is gone. */
const SILENCE_MS = 30_000
/** Commands a viewer may give in a second: a slider sends some, a person fewer. Who sends more is closed with 4429. */
const COMMANDS_PER_S = 20
/** How often an open stream asks whether its account is still what it was, beside being told of changes. */
const ACCOUNT_CHECK_MS = 30_000

/** A viewer that was let in, with his socket. */
export interface StreamCall {
  readonly account: Account
  readonly device: RegisteredDevice
  readonly channel: number
  readonly query: URLSearchParams
  readonly socket: MediaSocket
  /** Text messages of the client. */
  onText(listener: (text: string) => void): void
}

/** A kind of stream, which one feature serves. It closes its socket itself; `close` is called when it is gone. */
export interface StreamKind {
  readonly right: (typeof streamRights)[keyof typeof streamRights]
  /** What is wrong with its own parameters, or `null`. */
  check(query: URLSearchParams): string | null
  start(call: StreamCall): { close(): void }
}

export interface StreamSocketDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly gate: StreamGate
  /** By the `type` of the address; without one it is `live`. */
  readonly kinds: Readonly<Record<string, StreamKind>>
}

/** Somebody who watches a device. */
export interface Viewer {
  readonly deviceId: string
  /** Kind of his stream. */
  readonly type: string
  readonly user: string
  readonly address: string
  readonly port: number
  /** Unix ms. */
  readonly sinceMs: number
}

/** The stream endpoint, as far as the rest of the server looks at it. */
export interface StreamSockets {
  readonly route: SocketRoute
  viewers(): Iterable<Viewer>
  /** Media bytes that left for viewers since the start. */
  readonly sentBytes: number
  /** Ends the viewers. */
  close(): void
}

/** The route of `ws.cgi`, for every listener that serves it. */
export function createStreamSockets(deps: StreamSocketDeps): StreamSockets {
  const log = deps.log.child({ part: 'streams' })
  const sockets = new Map<WebSocket, { alive: boolean }>()
  const byName = new Map<string, MediaSocket>()
  const perAccount = new Map<number, number>()
  const viewers = new Set<Viewer>()
  let sentBytes = 0
  const refused = deps.metrics.counter('fleetglass_stream_refused_total', 'Streams refused or ended with an error', [
    'code',
  ])
  const dropped = deps.metrics.counter('fleetglass_viewer_frames_dropped_total', 'Frames that slow viewers lost')
  deps.metrics.measured('fleetglass_viewers', 'Open sockets of ws.cgi', () => sockets.size)
  deps.metrics.measured('fleetglass_viewers_unread_bytes', 'Bytes that wait for viewers who do not read', () => {
    let sum = 0
    for (const socket of sockets.keys()) sum += socket.bufferedAmount
    return sum
  })
  const { kinds } = deps

  const heartbeat = deps.clock.every(SILENCE_MS, () => {
    for (const [socket, state] of sockets) {
      if (!state.alive) socket.terminate()
      else socket.ping()
      state.alive = false
    }
  })

  async function open(socket: WebSocket, request: SocketRequest): Promise<void> {
    const wanted = read(request, kinds)
    const channel = wanted.ok ? wanted.channel : 0
    const count = (bytes: number): void => {
      sentBytes += bytes
    }
    const media = new MediaSocket(socket, channel, () => dropped.inc(), count)
    const refuse = (code: StreamCloseCode, message: string): void => {
      refused.inc({ code: String(code) })
      log.info({ code, reason: message, address: request.address }, 'stream refused')
      media.fail(code, message)
    }
    const texts = collectTexts(socket, deps.clock, () => refuse(StreamClose.tooManyStreams, 'too many commands'))
    if (!sameHost(request)) return refuse(StreamClose.noRight, 'this page may not open streams here')
    if (!wanted.ok) return refuse(StreamClose.unknownDevice, wanted.message)
    const admission = await deps.gate.admit(wanted, wanted.kind.right, request.address)
    if (!admission.ok) return refuse(admission.code, admission.message)
    if (!media.isOpen) return
    const { account, device } = admission
    const streams = perAccount.get(account.id) ?? 0
    if (streams >= MAX_STREAMS_PER_ACCOUNT) return refuse(StreamClose.tooManyStreams, 'too many streams')
    perAccount.set(account.id, streams + 1)
    const viewer = viewerOf(account, device, request, deps.clock)
    viewers.add(viewer)
    const forget = replace(byName, nameOf(account, request.query, channel), media)
    let running: { close(): void } | null = null
    const checkAccount = (): void => {
      deps.gate.isCurrent(account).then(
        (current) => !current && refuse(StreamClose.badCredentials, 'the account was changed or removed'),
        (error: unknown) => log.warn({ err: error }, 'the account of a stream could not be checked again'),
      )
    }
    const check = deps.clock.every(ACCOUNT_CHECK_MS, checkAccount)
    const changes = deps.gate.onChange(account, checkAccount)
    socket.once('close', () => {
      check.cancel()
      changes.close()
      viewers.delete(viewer)
      const left = (perAccount.get(account.id) ?? 1) - 1
      if (left > 0) perAccount.set(account.id, left)
      else perAccount.delete(account.id)
      forget()
      running?.close()
    })
    running = wanted.kind.start({ account, device, channel, query: request.query, socket: media, onText: texts.listen })
    if (!media.isOpen) running.close()
  }

  return {
    route: {
      entries: () => Object.entries(kinds).map(([type, kind]) => entryOf(type, kind)),
      maxMessageBytes: 4096,
      accept(socket, request) {
        const state = { alive: true }
        sockets.set(socket, state)
        socket.on('pong', () => {
          state.alive = true
        })
        socket.once('close', () => sockets.delete(socket))
        open(socket, request).catch((error: unknown) => {
          log.error({ err: error }, 'a stream could not be started')
          socket.close(1011)
        })
      },
    },
    viewers: () => viewers,
    get sentBytes() {
      return sentBytes
    },
    close() {
      heartbeat.cancel()
      for (const socket of sockets.keys()) socket.close(1001, 'server stops')
    },
  }
}

function viewerOf(
  { name }: Account,
  { deviceId }: RegisteredDevice,
  { address, port, query }: SocketRequest,
  clock: Clock,
): Viewer {
  return { deviceId, type: query.get('type') || 'live', user: name, address, port, sinceMs: clock.nowMs() }
}

function entryOf(type: string, { right }: StreamKind): Entry {
  return { kind: 'stream', name: `${StreamPath.live}?type=${type}`, entrance: right }
}

type Wanted =
  | {
      readonly ok: true
      readonly kind: StreamKind
      readonly user: string
      readonly password: string
      readonly deviceId: string
      readonly channel: number
    }
  | { readonly ok: false; readonly message: string }

function read({ query }: SocketRequest, kinds: Readonly<Record<string, StreamKind>>): Wanted {
  const type = query.get('type') || 'live'
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (kind === undefined) return { ok: false, message: 'this type of stream is not served here' }
  const common = liveStreamSchema.safeParse(Object.fromEntries(query))
  if (!common.success) return { ok: false, message: common.error.issues[0]?.message ?? 'the address is not complete' }
  const fault = kind.check(query)
  if (fault !== null) return { ok: false, message: fault }
  const { user, password, deviceid, channel } = common.data
  return { ok: true, kind, user, password, deviceId: deviceid, channel }
}

/** A page of another site must not open streams with what its visitor's browser knows; other clients send no Origin. */
function sameHost({ origin, host }: SocketRequest): boolean {
  if (origin === null) return true
  const page = URL.parse(origin)
  const server = URL.parse(`http://${host ?? ''}`)
  return page !== null && server !== null && page.hostname === server.hostname
}

/** STRM-30: a second stream of the same user, `streamid` and channel replaces the first. `null`: it has no name. */
function nameOf(account: Account, query: URLSearchParams, channel: number): string | null {
  const streamId = query.get('streamid')
  return streamId === null ? null : `${account.id}/${Number(streamId)}/${channel}`
}

function replace(byName: Map<string, MediaSocket>, name: string | null, socket: MediaSocket): () => void {
  if (name === null) return () => {}
  byName.get(name)?.end()
  byName.set(name, socket)
  return () => {
    if (byName.get(name) === socket) byName.delete(name)
  }
}

/** Commands may come while the password is checked: the last few are kept until somebody listens. */
function collectTexts(
  socket: WebSocket,
  clock: Clock,
  onTooMany: () => void,
): { listen(listener: (text: string) => void): void } {
  const MAX_EARLY = 8
  let early: string[] = []
  let listener: ((text: string) => void) | null = null
  let second = 0
  let count = 0
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const now = Math.floor(clock.monotonicMs() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    if (count > COMMANDS_PER_S) {
      if (count === COMMANDS_PER_S + 1) onTooMany()
      return
    }
    if (isBinary) return
    const text = data.toString()
    if (listener) listener(text)
    else early = [...early, text].slice(-MAX_EARLY)
  })
  return {
    listen(wanted) {
      listener = wanted
      for (const text of early) wanted(text)
      early = []
    },
  }
}
