import type { Rights } from '@fleetglass/contract/access'
import { decodeVcp, encodeVcp } from '@fleetglass/vcp'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { loginRequest, readSession } from './channel.login.ts'
import {
  type ChannelEffect,
  type ChannelEvent,
  type ChannelState,
  type ChannelTarget,
  type Credentials,
  next,
  type Session,
} from './channel.machine.ts'
import { type ChannelReply, type ChannelRequest, PendingRequests } from './channel.requests.ts'

/** LOGIN-35. */
export const reconnectDelayMs = 10_000

/** What we use of a browser's WebSocket; tests give their own. */
export interface SocketLike {
  binaryType: BinaryType
  onopen: ((event: never) => void) | null
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  onclose: ((event: never) => void) | null
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(): void
}

export interface ChannelDeps {
  readonly clock: Clock
  readonly openSocket: (url: string) => SocketLike
  /** What the site leaves of the rights that a login grants; left out: all of them. */
  readonly onSite?: (rights: Rights) => Rights
  /** Called first with the result of a login: the user is not logged in until it has resolved. It must not reject. */
  readonly granted?: (session: Session) => Promise<void>
  /** Called with the reason why a link was given up; never contains credentials (ERR0-05). */
  readonly log: (text: string) => void
}

/** The main channel: one login, one socket at a time, questions and answers. */
export interface Channel {
  readonly state: StoreApi<ChannelState>
  /** Opens a fresh link and logs in, whatever was before (LOGIN-39). */
  login(target: ChannelTarget, credentials: Credentials): void
  /** Closes the link for good (LOGIN-41, LOGIN-43). */
  logout(): void
  /** Sends a request to the server; without a link that is logged in the answer is `closed` at once. Never rejects. */
  request(request: ChannelRequest): Promise<ChannelReply>
  /** While a disk is formatted no list is requested. */
  readonly isPollingPaused: boolean
  /** The server has moved its main channel: a link that is lost comes back at the new port. */
  moved(from: number, to: number): void
  /** Gives up a silent link, as if it had closed: it is opened again after the usual time. */
  giveUp(reason: string): void
}

export function createChannel(deps: ChannelDeps): Channel {
  const state = createStore<ChannelState>(() => ({ kind: 'idle' }))
  const pending = new PendingRequests(deps.clock)
  let socket: SocketLike | null = null
  let retry: Timer | null = null

  const dispatch = (event: ChannelEvent): void => {
    const step = next(state.getState(), event)
    state.setState(step.state, true)
    for (const effect of step.effects) run[effect]()
  }

  const drop = (): void => {
    const old = socket
    socket = null
    old?.close()
    pending.closeAll()
  }

  const open = (): void => {
    const current = state.getState()
    if (current.kind !== 'connecting') return
    const { host, port, secure, path = '/' } = current.target
    const link = deps.openSocket(`${secure ? 'wss' : 'ws'}://${bracketed(host)}:${port}${path}`)
    socket = link
    link.binaryType = 'arraybuffer'
    // Late events of a socket that was given up must not reach the machine: each handler checks whether its socket is still current.
    link.onopen = () => {
      if (socket === link) dispatch({ kind: 'opened' })
    }
    link.onmessage = ({ data }) => {
      if (socket === link) receive(data)
    }
    link.onclose = () => {
      if (socket !== link) return
      socket = null
      deps.log('main channel: closed')
      pending.closeAll()
      dispatch({ kind: 'closed' })
    }
  }

  const receive = (data: unknown): void => {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data as ArrayBuffer)
    const decoded = decodeVcp(bytes)
    if (decoded.ok) {
      pending.receive(decoded.value)
      return
    }
    // VCP-022: a malformed message closes the link; the reconnect rule applies.
    giveUp(`malformed message at ${decoded.offset}: ${decoded.reason}`)
  }

  const giveUp = (reason: string): void => {
    deps.log(`main channel: ${reason}`)
    drop()
    dispatch({ kind: 'closed' })
  }

  const send = (request: ChannelRequest): Promise<ChannelReply> =>
    new Promise((settle) => {
      const link = socket
      if (!link) return settle({ ok: false, kind: 'closed', reason: 'not connected' })
      const x = pending.add(request, settle)
      const { code, fields, payload } = request
      const bytes = encodeVcp({ code, fields: { ...fields, X: x }, ...(payload ? { payload } : {}) })
      link.send(request.isBinary ? new Uint8Array(bytes) : new TextDecoder().decode(bytes))
    })

  const sendLogin = async (): Promise<void> => {
    const current = state.getState()
    if (current.kind !== 'authenticating') return
    const link = socket
    const reply = await send(loginRequest(current.credentials))
    if (socket !== link) return
    const session = reply.ok ? readSession(reply.message, deps.onSite) : null
    if (session) {
      await deps.granted?.(session)
      return socket === link ? dispatch({ kind: 'accepted', session }) : undefined
    }
    if (reply.ok) return dispatch({ kind: 'refused' })
    if (reply.kind === 'refused') return dispatch({ kind: 'refused', ...(reply.code && { code: reply.code }) })
    giveUp(`login: ${reply.reason}`)
  }

  const run: Record<ChannelEffect, () => void> = {
    open,
    close: drop,
    'send-login': () => void sendLogin(),
    'arm-retry': () => {
      retry = deps.clock.after(reconnectDelayMs, () => dispatch({ kind: 'retry' }))
    },
    'cancel-retry': () => {
      retry?.cancel()
      retry = null
    },
  }

  return {
    state,
    login: (target, credentials) => dispatch({ kind: 'login', target, credentials }),
    logout: () => dispatch({ kind: 'logout' }),
    moved: (from, to) => dispatch({ kind: 'moved', from, to }),
    giveUp,
    get isPollingPaused() {
      return pending.isPollingPaused
    },
    request(request) {
      if (state.getState().kind === 'online') return send(request)
      return Promise.resolve({ ok: false, kind: 'closed', reason: 'not logged in' })
    },
  }
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
