// Belongs here: the path `ws.cgi`: parameters, origin, bounds, which kind of stream. Does not: what a kind sends.
import {
  channelStreamSchema,
  deviceStreamSchema,
  type MediaMessage,
  parseMediaMessage,
  StreamClose,
  type StreamCloseCode,
  StreamPath,
  streamCredentials,
  type streamRights,
  wholeFleetDevices,
} from '@fleetglass/contract/streams'
import type { Endpoint } from '../../platform/access-policy/index.ts'
import type { Account } from '../../platform/account/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { type Log, limitLog } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { networkOf } from '../../platform/remote-address/index.ts'
import { explainStorageFault } from '../../platform/storage/index.ts'
import type { RawData, SocketRequest, SocketRoute, WebSocket } from '../../platform/ws/index.ts'
import type { RegisteredDevice } from '../directory/index.ts'
import { LatestMessage } from './latest-message.ts'
import { MediaSocket } from './media-socket.ts'
import type { AccountAdmission, StreamGate } from './stream-gate.ts'

/** Streams one account may have open at once: some walls of tiles. */
const MAX_STREAMS_PER_ACCOUNT = 256
/** Longest text of a client of the usual kind; a longer one closes the socket with 1009. */
const USUAL_TEXT_BYTES = 4096
/** A viewer that answers no ping for this long is gone. */
const SILENCE_MS = 30_000
/** Commands a viewer may give in a second: a slider sends some, a person fewer. Who sends more is closed with 4429. */
const COMMANDS_PER_S = 20
/** Audio messages a client may send in a second where his stream takes them: twice what 40 ms frames come to. More are left out. */
const AUDIO_PER_S = 50

/** A viewer who was admitted, with the socket. */
export interface FleetStreamCall {
  /** As it is now: its rights and its group may change while the stream is open. */
  readonly account: Account
  /** Called after devices, groups or the account changed, for a stream that is of several devices. */
  onAccessChange(listener: () => void): void
  readonly query: URLSearchParams
  readonly socket: MediaSocket
  readonly address: string
  /** Text messages of the client. */
  onText(listener: (text: string) => void): void
  /** Audio of the client, where the kind `hears`; what came before somebody listens is left out. */
  onAudio(listener: (message: MediaMessage) => void): void
}

/** A viewer of one device. */
export interface StreamCall extends FleetStreamCall {
  readonly device: RegisteredDevice
  /** Of the address; 0 for a kind that is about the whole device. */
  readonly channel: number
}

interface AnyKind {
  readonly right: (typeof streamRights)[keyof typeof streamRights]
  /** Its clients send audio. */
  readonly hears?: true
  /** Bytes of the longest text its clients may send; left out: 4096. */
  readonly maxTextBytes?: number
  /** What is wrong with its own parameters, or `null`. */
  check(query: URLSearchParams): string | null
}

/** A kind of stream, which one feature serves. It closes its socket itself; `close` is called when it is gone. */
export interface StreamKind extends AnyKind {
  /** `device`: its address needs no channel, or it checks its channels itself. */
  readonly about?: 'channel' | 'device'
  start(call: StreamCall): { close(): void }
}

/** One that is of no single device; it looks itself which ones its account sees. */
export interface FleetStreamKind extends AnyKind {
  startFleet(call: FleetStreamCall): { close(): void }
}

export interface StreamSocketDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly gate: StreamGate
  /** By the `type` of the address; without one it is `live`. Those of the whole fleet by what stands for the device. */
  readonly kinds: Readonly<Record<string, StreamKind | FleetStreamKind>>
}

/** Somebody who watches a device. */
export interface Viewer {
  /** Of the address: a stream of the whole site has its word here. */
  readonly deviceId: string
  /** 0: his stream is of the whole device, or of the fleet. */
  readonly channel: number
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
  const addressLog = limitLog(log, deps.clock)
  const sockets = new Map<WebSocket, { alive: boolean }>()
  const byName = new Map<string, MediaSocket>()
  const perAccount = new Map<number, number>()
  const viewers = new Set<Viewer>()
  const latest = new LatestMessage()
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
    const channel = wanted.ok && wanted.of === 'device' ? (wanted.channel ?? 0) : 0
    const count = (bytes: number): void => {
      sentBytes += bytes
    }
    const media = new MediaSocket(socket, channel, () => dropped.inc(), count, latest)
    const refuse = (code: StreamCloseCode, message: string): void => {
      refused.inc({ code: String(code) })
      addressLog.info(networkOf(request.address), { code, reason: message, address: request.address }, 'stream refused')
      media.fail(code, message)
    }
    const said = collectMessages(socket, deps.clock, wanted.ok ? wanted.kind : {}, {
      tooMany: () => refuse(StreamClose.tooManyStreams, 'too many commands'),
      failed: (error) => {
        log.error({ err: error, address: request.address }, 'a message of a viewer could not be served')
        socket.close(1011)
      },
    })
    if (!sameHost(request)) return refuse(StreamClose.noRight, 'this page may not open streams here')
    if (!wanted.ok) return refuse(StreamClose.unknownDevice, wanted.message)
    const admission = await admit(deps.gate, wanted, request.address)
    if (!admission.ok) return refuse(admission.code, admission.message)
    if (!media.isOpen) return
    const { account } = admission
    const streams = perAccount.get(account.id) ?? 0
    if (streams >= MAX_STREAMS_PER_ACCOUNT) return refuse(StreamClose.tooManyStreams, 'too many streams')
    perAccount.set(account.id, streams + 1)
    const viewer = viewerOf(account, { deviceId: wanted.deviceId, channel }, request, deps.clock)
    viewers.add(viewer)
    const forget = replace(byName, nameOf(account, request.query, channel), media)
    let running: { close(): void } | null = null
    const access = admission.keep(({ code, message }) => refuse(code, message))
    socket.once('close', () => {
      access.close()
      viewers.delete(viewer)
      const left = (perAccount.get(account.id) ?? 1) - 1
      if (left > 0) perAccount.set(account.id, left)
      else perAccount.delete(account.id)
      forget()
      running?.close()
    })
    const { query, address } = request
    const { onText, onAudio } = said
    running = admission.start({
      get account() {
        return access.account
      },
      onAccessChange: access.onChange,
      query,
      address,
      socket: media,
      onText,
      onAudio,
    })
    if (!media.isOpen) running.close()
  }

  return {
    route: {
      endpoints: () => Object.entries(kinds).map(([name, kind]) => endpointOf(name, kind)),
      maxMessageBytes: Math.max(USUAL_TEXT_BYTES, ...Object.values(kinds).map(textBytesOf)),
      accept(socket, request) {
        const state = { alive: true }
        sockets.set(socket, state)
        socket.on('pong', () => {
          state.alive = true
        })
        socket.once('close', () => sockets.delete(socket))
        open(socket, request).catch((error: unknown) => {
          addressLog.error(networkOf(request.address), { err: error }, 'a stream could not be started')
          const message = explainStorageFault(error) ?? 'the stream could not be started, try again'
          new MediaSocket(socket, 0).fail(StreamClose.deviceFailure, message)
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
  what: Pick<Viewer, 'deviceId' | 'channel'>,
  { address, port, query }: SocketRequest,
  clock: Clock,
): Viewer {
  return { ...what, type: query.get('type') || 'live', user: name, address, port, sinceMs: clock.nowMs() }
}

function endpointOf(name: string, { right }: AnyKind): Endpoint {
  const parameter = isFleetWord(name) ? 'deviceid' : 'type'
  return { kind: 'stream', name: `${StreamPath.live}?${parameter}=${name}`, access: right }
}

function isFleetWord(deviceId: string): boolean {
  return wholeFleetDevices.some((word) => word === deviceId)
}

function textBytesOf({ maxTextBytes = USUAL_TEXT_BYTES }: Pick<AnyKind, 'maxTextBytes'>): number {
  return maxTextBytes
}

type Kinds = StreamSocketDeps['kinds']

interface AnyWanted {
  readonly ok: true
  readonly user: string
  readonly password: string
  readonly deviceId: string
}

interface DeviceWanted extends AnyWanted {
  readonly of: 'device'
  readonly kind: StreamKind
  readonly channel: number | null
}

interface FleetWanted extends AnyWanted {
  readonly of: 'fleet'
  readonly kind: FleetStreamKind
}

type Wanted = DeviceWanted | FleetWanted | { readonly ok: false; readonly message: string }

function read({ query }: SocketRequest, kinds: Kinds): Wanted {
  const deviceId = query.get('deviceid') ?? ''
  const name = isFleetWord(deviceId) ? deviceId : query.get('type') || 'live'
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  // A word of the whole fleet is no type.
  if (kind === undefined || 'startFleet' in kind !== isFleetWord(deviceId)) {
    return { ok: false, message: 'this type of stream is not served here' }
  }
  const fields = Object.fromEntries(query)
  const common = commonSchemaOf(kind).safeParse(fields)
  if (!common.success) return { ok: false, message: common.error.issues[0]?.message ?? 'the address is not complete' }
  const fault = kind.check(query)
  if (fault !== null) return { ok: false, message: fault }
  const { user, password } = common.data
  const asked = { ok: true, user, password, deviceId } as const
  if ('startFleet' in kind) return { ...asked, of: 'fleet', kind }
  return { ...asked, of: 'device', kind, channel: kind.about === 'device' ? null : Number(query.get('channel')) }
}

function commonSchemaOf(kind: StreamKind | FleetStreamKind) {
  if ('startFleet' in kind) return streamCredentials
  return kind.about === 'device' ? deviceStreamSchema : channelStreamSchema
}

type Admitted =
  | (Pick<Extract<AccountAdmission, { ok: true }>, 'ok' | 'account' | 'keep'> & {
      start(call: FleetStreamCall): { close(): void }
    })
  | { readonly ok: false; readonly code: StreamCloseCode; readonly message: string }

async function admit(gate: StreamGate, wanted: DeviceWanted | FleetWanted, address: string): Promise<Admitted> {
  if (wanted.of === 'fleet') {
    const admission = await gate.admitAccount(wanted, wanted.kind.right, address)
    return admission.ok ? { ...admission, start: (call) => wanted.kind.startFleet(call) } : admission
  }
  const admission = await gate.admit(wanted, wanted.kind.right, address)
  if (!admission.ok) return admission
  const { device } = admission
  const channel = wanted.channel ?? 0
  return { ...admission, start: (call) => wanted.kind.start({ ...call, device, channel }) }
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
  if (streamId === null) return null
  // Without a channel the kind stands for it.
  const what = channel || `${query.get('type') ?? ''}/${query.get('deviceid') ?? ''}`
  return `${account.id}/${Number(streamId)}/${what}`
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
function collectMessages(
  socket: WebSocket,
  clock: Clock,
  kind: Pick<AnyKind, 'hears' | 'maxTextBytes'>,
  events: { tooMany(): void; failed(error: unknown): void },
): Pick<FleetStreamCall, 'onText' | 'onAudio'> {
  const MAX_EARLY = 8
  let early: string[] = []
  let textListener: ((text: string) => void) | null = null
  let audioListener: ((message: MediaMessage) => void) | null = null
  const commands = perSecond(clock, COMMANDS_PER_S, events.tooMany)
  const audio = perSecond(clock, AUDIO_PER_S)
  /** What a feature throws in an event of the socket would end the process. */
  const guarded = (serve: () => void): void => {
    try {
      serve()
    } catch (error) {
      events.failed(error)
    }
  }
  const take = (data: RawData, isBinary: boolean): void => {
    if ((data as Buffer).length > (isBinary ? USUAL_TEXT_BYTES : textBytesOf(kind))) {
      socket.close(1009)
    } else if (isBinary && kind.hears) {
      const message = audio.take() ? parseMediaMessage(data as Buffer) : null
      if (message?.kind === 'audio') audioListener?.(message)
    } else if (commands.take() && !isBinary) {
      if (textListener) textListener(data.toString())
      else early = [...early, data.toString()].slice(-MAX_EARLY)
    }
  }
  socket.on('message', (data: RawData, isBinary: boolean) => guarded(() => take(data, isBinary)))
  return {
    onText(listener) {
      textListener = listener
      for (const text of early) guarded(() => listener(text))
      early = []
    },
    onAudio(listener) {
      audioListener = listener
    },
  }
}

/** Counts within whole seconds; `onTooMany` is told once in each. */
function perSecond(clock: Clock, limit: number, onTooMany: () => void = () => {}): { take(): boolean } {
  let second = 0
  let count = 0
  return {
    take() {
      const now = Math.floor(clock.monotonicMs() / 1000)
      count = now === second ? count + 1 : 1
      second = now
      if (count === limit + 1) onTooMany()
      return count <= limit
    },
  }
}
