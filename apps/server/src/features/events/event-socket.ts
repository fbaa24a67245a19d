// Belongs here: the path `/event`: who may subscribe, which events a subscriber may see, and what happens when it does not read.
// Does not: what is an event (services/events).
import { AppError, type ErrorCode } from '@fleetglass/contract/errors'
import {
  EVENT_LOGIN_MAX_BYTES,
  EVENT_LOGIN_WITHIN_MS,
  EVENT_PATH,
  EventClose,
  eventLoginSchema,
} from '@fleetglass/contract/events'
import type { Authenticator, CallerWatch } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { expectedError } from '../../platform/errors/index.ts'
import { type LimitedLog, type Log, limitLog } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { networkOf } from '../../platform/remote-address/index.ts'
import type { RawData, SocketOpening, SocketRequest, SocketRoute, WebSocket } from '../../platform/ws/index.ts'
import type { StoredEvents } from '../../ports/events/index.ts'
import type { Account, DeviceRegistry, Visibility } from '../../services/directory/index.ts'
import type { EventPlans } from '../../services/event-plans/index.ts'
import type { EventProfiles } from '../../services/event-profiles/index.ts'
import { isShown } from '../../services/events/index.ts'
import { createFanOut, mayReceive, type Subscriber } from './event-fan-out.ts'

/** A peer that answers no ping for this long is gone. */
const SILENCE_MS = 30_000
/** How often an open socket checks its account, in addition to being notified of changes. */
const ACCOUNT_CHECK_MS = 30_000
export interface EventSocketDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly storedEvents: Pick<StoredEvents, 'subscribe'>
  readonly registry: Pick<DeviceRegistry, 'byId'>
  readonly visibility: Pick<Visibility, 'sees' | 'audience'>
  readonly eventPlans: Pick<EventPlans, 'settingsFor'>
  readonly eventProfiles: Pick<EventProfiles, 'look'>
  readonly authenticator: Authenticator & CallerWatch
}

/** The route of `/event`, for every listener that serves it. `close()` ends the sockets. */
export function createEventSockets(deps: EventSocketDeps): { readonly route: SocketRoute; close(): void } {
  const { clock, storedEvents, metrics } = deps
  const log = deps.log.child({ part: 'event sockets' })
  const addressLog = limitLog(log, deps.clock)
  const open = new Set<Listener>()
  metrics.measured('fleetglass_event_sockets', 'Open event sockets', () => open.size)

  const fanOut = createFanOut(deps, open)
  const stored = storedEvents.subscribe({}, (event) => {
    if (isShown(event)) fanOut.add(event)
  })
  const heartbeat = clock.every(SILENCE_MS, () => {
    for (const listener of open) {
      if (!listener.answered) listener.socket.terminate()
      else listener.socket.ping()
      listener.answered = false
    }
  })

  return {
    route: {
      endpoints: () => [endpoint],
      maxMessageBytes: EVENT_LOGIN_MAX_BYTES,
      accept(socket, request, _known, opened) {
        const listener: Listener = { socket, account: null, answered: true }
        open.add(listener)
        socket.on('pong', () => {
          listener.answered = true
        })
        socket.once('close', () => open.delete(listener))
        letIn({ ...deps, log, addressLog }, listener, request, opened)
      },
    },
    close() {
      stored.close()
      fanOut.close()
      heartbeat.cancel()
      for (const { socket } of open) socket.close(1001, 'server stops')
    },
  }
}

const endpoint = { kind: 'socket', name: EVENT_PATH, access: mayReceive, audit: 'Followed events' } as const

interface Listener extends Subscriber {
  /** `null` until the login. */
  account: Account | null
  answered: boolean
}

interface OpenDeps extends EventSocketDeps {
  /** Limited by address, because anyone who connects can cause its lines. */
  readonly addressLog: LimitedLog
}

/** The first message says who it is (EVTS-05); there is no second one. */
function letIn(
  deps: OpenDeps,
  listener: Listener,
  { address }: SocketRequest,
  opened: (opening: SocketOpening) => void,
): void {
  const { clock, addressLog } = deps
  const { socket } = listener
  const close = (code: number, reason: string): void => {
    addressLog.info(networkOf(address), { address, code, reason }, 'event socket closed by the server')
    socket.close(code, reason)
  }
  const late = clock.after(EVENT_LOGIN_WITHIN_MS, () => close(EventClose.badCredentials, 'no login in time'))
  socket.once('close', () => late.cancel())
  socket.once('message', (data: RawData) => {
    socket.on('message', () => close(EventClose.notAsked, 'nothing is asked here'))
    void authenticate(deps, String(data), address).then((result) => {
      late.cancel()
      const { user, account } = result
      opened({ endpoint, caller: account, user, result: result.result, parameters: {} })
      if (socket.readyState !== socket.OPEN) return
      if (account === null) return close(result.code, result.reason)
      listener.account = account
      // No message answers a login; a ping says that events come from here on.
      socket.ping()
      watch(deps, account, socket, close)
    })
  })
}

type Login = {
  /** The name that was given. */
  readonly user: string
  /** `ok`, or the code of the error. */
  readonly result: 'ok' | ErrorCode
} & ({ readonly account: Account } | { readonly account: null; readonly code: number; readonly reason: string })

async function authenticate({ authenticator, addressLog }: OpenDeps, text: string, address: string): Promise<Login> {
  const login = eventLoginSchema.safeParse(parsed(text))
  if (!login.success) return refusal('', 'not-logged-in', 'no login')
  const { user, password, session } = login.data
  try {
    const account = await authenticator.verify({ user, passwordHash: session ?? password }, address)
    return account === null
      ? refusal(user, 'wrong-credentials', 'wrong user or password')
      : { user, account, result: 'ok' }
  } catch (error) {
    if (!(error instanceof AppError)) {
      addressLog.error(networkOf(address), { err: error }, 'who listens to events could not be checked')
    }
    const { code: result, kind, message } = expectedError(error)
    if (kind === 'incomplete-login') return refusal(user, result, message)
    return { user, account: null, result, code: EventClose.tryAgain, reason: 'try again later' }
  }
}

function refusal(user: string, result: ErrorCode, reason: string): Login {
  return { user, account: null, result, code: EventClose.badCredentials, reason }
}

/** Closes the sockets of a user who was removed or changed; with the same password the user may reconnect. */
function watch(
  { authenticator, clock, log }: EventSocketDeps,
  account: Account,
  socket: WebSocket,
  close: (code: number, reason: string) => void,
): void {
  const check = (): void => {
    authenticator.isCurrent(account).then(
      (current) => !current && close(EventClose.tryAgain, 'the account was changed or removed'),
      (error: unknown) => log.warn({ err: error }, 'the account of an event socket could not be checked again'),
    )
  }
  const now = authenticator.onChange(account, check)
  const nowAndThen = clock.every(ACCOUNT_CHECK_MS, check)
  socket.once('close', () => {
    now.close()
    nowAndThen.cancel()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
