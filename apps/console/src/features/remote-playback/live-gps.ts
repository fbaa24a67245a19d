// Belongs here: a device's positions as they come (REPB-30, REPB-40). Does not: how they are drawn.
import { gpsStreamAddress, mayReconnect, parseStreamMessage, type StreamGps } from '@fleetglass/contract/streams'
import type { StreamServer } from '../../engines/player/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'

const againMs = 5_000

/** A place at a time; unix seconds. */
export type GpsPoint = Omit<StreamGps, 'type'>

/** One connection, made again 5 s after it was lost; `opened` is called each time, so that the trail begins anew (REPB-31). */
export class LiveGps {
  readonly #url: string
  readonly #clock: Clock
  readonly #observer: { opened(): void; point(point: GpsPoint): void }
  #socket: WebSocket | null = null
  #again: Timer | null = null
  #closed = false

  constructor(
    server: StreamServer,
    deviceId: string,
    clock: Clock,
    observer: { opened(): void; point(point: GpsPoint): void },
  ) {
    const asked = { deviceid: deviceId, user: server.user, password: server.passwordHash }
    this.#url = `${server.secure ? 'wss' : 'ws'}://${server.host}:${server.port}${gpsStreamAddress(asked)}`
    this.#clock = clock
    this.#observer = observer
    this.#connect()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#again?.cancel()
    const socket = this.#socket
    if (socket === null) return
    // Closed while it connects, Chromium writes the address to its console, and that holds the hash (ERR0-05).
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(1000)
    else socket.close(1000)
  }

  #connect(): void {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.onopen = () => {
      if (!this.#closed) this.#observer.opened()
    }
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      const message = typeof data === 'string' ? parseStreamMessage(data) : null
      if (message?.type === 'gps' && !this.#closed) this.#observer.point(message)
    }
    socket.onclose = ({ code }) => {
      if (this.#closed || !mayReconnect(code)) return
      this.#again = this.#clock.after(againMs, () => this.#connect())
    }
  }
}
