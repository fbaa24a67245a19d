// Belongs here: the path `ws.cgi`: parameters, origin, bounds, which kind of stream. Does not: what a kind sends.

import { AppError } from '@fleetglass/contract/errors'
import {
  channelStreamSchema,
  deviceStreamSchema,
  StreamPath,
  streamCredentials,
  wholeFleetDevices,
} from '@fleetglass/contract/streams'
import { type Endpoint, rejectToken } from '../../platform/access-policy/index.ts'
import { auditedAction, recordedBy } from '../../platform/audit/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { storageFault, streamClose } from '../../platform/errors/index.ts'
import { type Log, limitLog } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { networkOf } from '../../platform/remote-address/index.ts'
import type { SocketOpening, SocketRequest, SocketRoute, WebSocket } from '../../platform/ws/index.ts'
import type { Account, RegisteredDevice } from '../directory/index.ts'
import type { StreamLog } from '../stream-log/index.ts'
import { LatestMessage } from './latest-message.ts'
import { logUses } from './logged-uses.ts'
import { MediaSocket } from './media-socket.ts'
import type { AccountAdmission, StreamGate } from './stream-gate.ts'
import type { AnyKind, FleetStreamCall, FleetStreamKind, StreamKind } from './stream-kinds.types.ts'
import { collectMessages, textBytesOf, USUAL_TEXT_BYTES } from './stream-messages.ts'

/** Streams one account may have open at once: some walls of tiles. */
const MAX_STREAMS_PER_ACCOUNT = 256
/** A viewer that answers no ping for this long is gone. */
const SILENCE_MS = 30_000

export interface StreamSocketDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly gate: StreamGate
  readonly streamLog: Pick<StreamLog, 'begin'>
}

/** A viewer of a device. */
export interface Viewer {
  /** Of the address: a stream of the whole site has its word here. */
  readonly deviceId: string
  /** 0: the stream is of the whole device, or of the fleet. */
  readonly channel: number
  /** Kind of the stream. */
  readonly type: string
  readonly user: string
  readonly address: string
  readonly port: number
  /** Unix ms. */
  readonly sinceMs: number
}

/** The stream endpoint, as far as the rest of the server looks at it. */
export interface StreamSockets {
  /**
   * Serves a kind by the `type` of the address (without one it is `live`), one of the whole fleet by what stands for the
   * device. Throws when the name is taken.
   */
  serve(name: string, kind: StreamKind | FleetStreamKind): void
  /** Of the kinds that are served by now. */
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
  const rejected = deps.metrics.counter('fleetglass_stream_refused_total', 'Streams refused or ended with an error', [
    'code',
  ])
  const dropped = deps.metrics.counter('fleetglass_viewer_frames_dropped_total', 'Frames that slow viewers lost')
  const work = deps.metrics.meter('stream')
  deps.metrics.measured('fleetglass_viewers', 'Open sockets of ws.cgi', () => sockets.size)
  deps.metrics.measured('fleetglass_viewers_unread_bytes', 'Bytes that wait for viewers who do not read', () => {
    let sum = 0
    for (const socket of sockets.keys()) sum += socket.bufferedAmount
    return sum
  })
  const kinds: Kinds = new Map()
  const recorders = new Map<string, (query: unknown) => SocketOpening['parameters']>()

  const heartbeat = deps.clock.every(SILENCE_MS, () => {
    for (const [socket, state] of sockets) {
      if (!state.alive) socket.terminate()
      else socket.ping()
      state.alive = false
    }
  })

  /** A row of the audit log; an address of no kind that is served has none. */
  function openingOf({ query }: SocketRequest, caller: Account | null, result: string): SocketOpening | null {
    const name = kindNameOf(query)
    const kind = kinds.get(name)
    if (kind === undefined) return null
    const parameters = recorders.get(name)?.(Object.fromEntries(query)) ?? {}
    return { endpoint: endpointOf(name, kind), caller, user: query.get('user') ?? '', result, parameters }
  }

  async function open(
    socket: WebSocket,
    request: SocketRequest,
    opened: (caller: Account | null, result: string) => void,
  ): Promise<void> {
    const beganMs = deps.clock.monotonicMs()
    const wanted = read(request, kinds)
    const channel = wanted.ok && wanted.of === 'device' ? (wanted.channel ?? 0) : 0
    const count = (bytes: number): void => {
      sentBytes += bytes
    }
    const media = new MediaSocket(socket, channel, () => dropped.inc(), count, latest)
    const reject = (error: AppError): void => {
      const code = streamClose(error)
      const { message } = error
      rejected.inc({ code: String(code) })
      addressLog.info(networkOf(request.address), { code, reason: message, address: request.address }, 'stream refused')
      media.fail(error)
    }
    const turnAway = (error: AppError): void => {
      opened(null, error.code)
      reject(error)
    }
    const said = collectMessages(socket, deps.clock, wanted.ok ? wanted.kind : {}, {
      tooMany: () => reject(new AppError('too-many-commands')),
      failed: (error) => {
        log.error({ err: error, address: request.address }, 'a message of a viewer could not be served')
        socket.close(1011)
      },
    })
    if (!sameHost(request)) return turnAway(new AppError('foreign-page'))
    if (!wanted.ok) return turnAway(new AppError('unknown-address', { reason: wanted.message }))
    const admission = await admit(deps.gate, wanted, request.address)
    if (!admission.ok) return turnAway(admission.error)
    const { account } = admission
    try {
      rejectToken(account, auditedAction('stream', '', wanted.kind.audit))
    } catch (error) {
      const refusal = error as AppError
      reject(refusal)
      return opened(account, refusal.code)
    }
    if (!media.isOpen) return opened(account, media.failure?.code ?? 'ok')
    const streams = perAccount.get(account.id) ?? 0
    if (streams >= MAX_STREAMS_PER_ACCOUNT) {
      reject(new AppError('too-many-streams'))
      return opened(account, 'too-many-streams')
    }
    perAccount.set(account.id, streams + 1)
    const viewer = viewerOf(account, { deviceId: wanted.deviceId, channel }, request, deps.clock)
    viewers.add(viewer)
    const forget = replace(byName, nameOf(account, request.query, channel), media)
    let running: { close(): void } | null = null
    const access = admission.keep(({ error }) => reject(error))
    const uses = logUses(deps.streamLog, { user: account.name, kind: wanted.kind, query: request.query })
    socket.once('close', () => {
      access.close()
      viewers.delete(viewer)
      const left = (perAccount.get(account.id) ?? 1) - 1
      if (left > 0) perAccount.set(account.id, left)
      else perAccount.delete(account.id)
      forget()
      running?.close()
      uses.watches(null)
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
      watches: uses.watches,
    })
    opened(account, media.failure?.code ?? 'ok')
    work.observe((deps.clock.monotonicMs() - beganMs) / 1000)
    if (!media.isOpen) running.close()
    else if (admission.device !== null) uses.watches({ device: admission.device, channel })
  }

  return {
    serve(name, kind) {
      if (kinds.has(name)) throw new Error(`the stream ${name} is served twice`)
      kinds.set(name, kind)
      recorders.set(name, recordedBy(kind.parameters))
    },
    route: {
      endpoints: () => [...kinds].map(([name, kind]) => endpointOf(name, kind)),
      get maxMessageBytes() {
        return Math.max(USUAL_TEXT_BYTES, ...[...kinds.values()].map(textBytesOf))
      },
      accept(socket, request, _known, opened) {
        const state = { alive: true }
        sockets.set(socket, state)
        socket.on('pong', () => {
          state.alive = true
        })
        socket.once('close', () => sockets.delete(socket))
        const record = (caller: Account | null, result: string): void => {
          const opening = openingOf(request, caller, result)
          if (opening !== null) opened(opening)
        }
        open(socket, request, record).catch((error: unknown) => {
          addressLog.error(networkOf(request.address), { err: error }, 'a stream could not be started')
          const failure = storageFault(error) ?? new AppError('stream-failed')
          record(null, failure.code)
          new MediaSocket(socket, 0).fail(failure)
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

function endpointOf(name: string, { access, audit }: AnyKind): Endpoint {
  const parameter = isFleetWord(name) ? 'deviceid' : 'type'
  return { kind: 'stream', name: `${StreamPath.live}?${parameter}=${name}`, access, audit }
}

/** What stands for the device where that is the whole fleet, else the type. */
function kindNameOf(query: URLSearchParams): string {
  const deviceId = query.get('deviceid') ?? ''
  return isFleetWord(deviceId) ? deviceId : query.get('type') || 'live'
}

function isFleetWord(deviceId: string): boolean {
  return wholeFleetDevices.some((word) => word === deviceId)
}

type Kinds = Map<string, StreamKind | FleetStreamKind>

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
  const kind = kinds.get(kindNameOf(query))
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
      /** `null`: it is of no single device. */
      readonly device: RegisteredDevice | null
      start(call: FleetStreamCall): { close(): void }
    })
  | { readonly ok: false; readonly error: AppError }

async function admit(gate: StreamGate, wanted: DeviceWanted | FleetWanted, address: string): Promise<Admitted> {
  if (wanted.of === 'fleet') {
    const admission = await gate.admitAccount(wanted, wanted.kind.access, address)
    return admission.ok ? { ...admission, device: null, start: (call) => wanted.kind.startFleet(call) } : admission
  }
  const admission = await gate.admit(wanted, wanted.kind.access, address)
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
