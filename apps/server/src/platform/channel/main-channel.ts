import { MAX_MESSAGE_BYTES } from '@fleetglass/vcp'
import type { Endpoint } from '../access-policy/index.ts'
import { type AuditedAction, type AuditLog, auditedAction } from '../audit/index.ts'
import type { Clock } from '../clock/index.ts'
import { type Log, limitLog } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { networkOf } from '../remote-address/index.ts'
import type { SocketRoute } from '../ws/index.ts'
import type { ChannelMessage } from './channel.types.ts'
import { ChannelClient, type ChannelService } from './channel-client.ts'
import { createCounts } from './counts.ts'
import { type ChannelLimits, channelLimits } from './limits.ts'
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts'
import { UnreadReplies } from './unread-replies.ts'

/**
 * The main channel: VCP messages over WebSocket. A message is registered with the right it needs, so that no handler can
 * forget to ask for it. A handler answers by `reply`, or throws an `AppError`.
 *
 * Belongs here: framing, login state, rights, limits. Does not: what a message means (`*.channel.ts` of its feature).
 */
export interface MainChannel {
  /** Throws when its code is taken. */
  add(message: ChannelMessage): void
  /** For the listeners that serve the channel. */
  readonly route: SocketRoute
}

/** Of a message that is not finished, before the login: the longest field there may be (VCP-021) and the rest of a read. */
const MAX_UNKNOWN_BYTES = 128 * 1024

export interface MainChannelDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Left out: messages are not recorded. */
  readonly audit?: AuditLog
  readonly limits?: Partial<ChannelLimits>
}

export function createMainChannel(deps: MainChannelDeps): MainChannel {
  const handlers = new Map<string, ChannelMessage>()
  const actions = new Map<string, AuditedAction>()
  const readActions = new Map<string, AuditedAction>()
  const limits = { ...channelLimits, ...deps.limits }
  const unread = new UnreadReplies(limits)
  const { metrics } = deps
  metrics.measured(
    'fleetglass_channel_unread_bytes',
    'Bytes of replies that peers have not taken',
    () => unread.totalBytes,
  )
  const unauthenticated = createUnauthenticatedConnections()
  const service: ChannelService = {
    clock: deps.clock,
    log: limitLog(deps.log.child({ part: 'channel' }), deps.clock),
    limits,
    unread,
    handlers,
    actions,
    recordedAs({ code, fields }) {
      const handler = handlers.get(code)
      const isRead = handler?.kind === 'message' && handler.reading?.isRead(fields) === true
      return (isRead ? readActions : actions).get(code)
    },
    audit: deps.audit ?? null,
    counts: createCounts(deps.metrics),
  }
  return {
    add(message) {
      if (handlers.has(message.code)) throw new Error(`the message ${message.code} is registered twice`)
      handlers.set(message.code, message)
      actions.set(message.code, auditedAction('channel', message.code, message.audit))
      if (message.kind === 'message' && message.reading !== undefined)
        readActions.set(message.code, auditedAction('channel', message.code, message.reading.audit))
    },
    route: {
      endpoints: () => [...handlers.values()].map(endpointOf),
      maxMessageBytes: MAX_MESSAGE_BYTES,
      maxUnknownBytes: MAX_UNKNOWN_BYTES,
      // From any origin (VCP-013): the login travels in the first message, and no cookie is read.
      accept(socket, { address, client }, known) {
        const turnAway = (): void => {
          service.counts.closed.inc({ reason: 'unauthenticated' })
          socket.close(1013, 'too many links wait for their login')
          // The frame is on its way after one turn of the loop; the peer is not waited for.
          setImmediate(() => socket.terminate())
        }
        const place = unauthenticated.take(networkOf(address), turnAway)
        if (place === null) turnAway()
        else new ChannelClient({ socket, address, client, place, known }, service)
      },
    },
  }
}

function endpointOf(message: ChannelMessage): Endpoint {
  const { code: name, audit } = message
  if (message.kind === 'login') return { kind: 'message', name, access: 'credentials', audit }
  const { access, reading } = message
  return { kind: 'message', name, access, audit: reading === undefined ? audit : `${audit}. ${reading.audit}` }
}
