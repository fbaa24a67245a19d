import { can } from '@fleetglass/contract/access'
import {
  EVENT_PATH,
  EventClose,
  type EventLogin,
  type EventMessage,
  eventMessageSchema,
} from '@fleetglass/contract/events'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { storageKeys, type TextStore } from '../../platform/storage/index.ts'
import { type Channel, loginFlag, sessionOf } from '../channel/index.ts'
import { type EventsEffect, type EventsEvent, type EventsState, next } from './events.machine.ts'

/** EVTS-04. */
export const eventRetryMs = 1000

/** What we use of a browser's WebSocket; tests give their own. */
export interface EventSocket {
  onopen: ((event: never) => void) | null
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send(text: string): void
  close(): void
}

export interface EventsDeps {
  readonly channel: Channel
  readonly clock: Clock
  readonly openSocket: (url: string) => EventSocket
  readonly store: TextStore
  /** EVTS-02: a phone opens no event socket. */
  readonly mobile: boolean
  /** Called with the reason why something was left out; never contains credentials (ERR0-03, ERR0-05). */
  readonly log: (text: string) => void
}

/** Events of vehicles, as the server sends them while a user is logged in. */
export interface Events {
  /** EVTS-19, EVTS-20: whether this browser shows and rings; the socket is open either way. */
  readonly notify: StoreApi<boolean>
  onEvent(listener: (event: EventMessage) => void): { close(): void }
}

/** Follows the main channel: its login opens the event socket at the same host and port (EVTS-01, EVTS-05). */
export function createEvents(deps: EventsDeps): Events {
  const { channel, clock, log } = deps
  const listeners = new Set<(event: EventMessage) => void>()
  let state: EventsState = { kind: 'off' }
  let socket: EventSocket | null = null
  let retry: Timer | null = null

  const dispatch = (event: EventsEvent): void => {
    const step = next(state, event)
    state = step.state
    for (const effect of step.effects) run[effect]()
  }

  const open = (): void => {
    const { target } = linkOf(channel)
    if (state.kind !== 'open' || target === null) return
    const { session } = state
    const host = target.host.includes(':') && !target.host.startsWith('[') ? `[${target.host}]` : target.host
    const link = deps.openSocket(`${target.secure ? 'wss' : 'ws'}://${host}:${target.port}${EVENT_PATH}`)
    socket = link
    // Late events of a socket that was given up change nothing: each handler checks whether its socket is still current.
    link.onopen = () => {
      // EVTS-03.
      const { userName: user, ownHash: password, token } = session
      const login: EventLogin = token === null ? { user, password } : { user, password, session: token }
      if (socket === link) link.send(JSON.stringify(login))
    }
    link.onmessage = ({ data }) => {
      if (socket === link) receive(data)
    }
    link.onclose = ({ code }) => {
      if (socket !== link) return
      socket = null
      log(`event socket: closed with ${code}`)
      dispatch({ kind: 'closed', refused: code === EventClose.badCredentials })
    }
  }

  const receive = (data: unknown): void => {
    const event = readEvent(data)
    if (event === null) log('event socket: a message that cannot be read was left out')
    else for (const listener of listeners) listener(event)
  }

  const run: Record<EventsEffect, () => void> = {
    open,
    close: () => {
      const old = socket
      socket = null
      old?.close()
    },
    'arm-retry': () => {
      retry = clock.after(eventRetryMs, () => dispatch({ kind: 'retry' }))
    },
    'cancel-retry': () => retry?.cancel(),
  }

  const follow = (): void => dispatch({ kind: 'session', session: linkOf(channel).session })
  if (!deps.mobile) {
    channel.state.subscribe(follow)
    follow()
  }
  return {
    notify: createNotify(deps.store),
    onEvent(listener) {
      listeners.add(listener)
      return { close: () => void listeners.delete(listener) }
    },
  }
}

/** Who is logged in and where, as long as the login state is 1 (EVTS-06). */
function linkOf(channel: Channel) {
  const link = channel.state.getState()
  const granted = loginFlag(link) === 1 ? sessionOf(link) : null
  // The server would send nothing, and the site may have no events at all (RIGHT-084).
  const session = can(granted?.rights ?? null, { anyOf: ['F_event'] }) ? granted : null
  return { session, target: 'target' in link ? link.target : null }
}

function readEvent(data: unknown): EventMessage | null {
  try {
    const read = eventMessageSchema.safeParse(JSON.parse(String(data)))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** ENT-101, ENT-102: on unless this browser has switched it off. */
function createNotify(store: TextStore): StoreApi<boolean> {
  const notify = createStore<boolean>(() => store.get(storageKeys.eventNotify) !== 'false')
  notify.subscribe((on) => store.set(storageKeys.eventNotify, String(on)))
  return notify
}
