// Belongs here: datagrams to one target that may be dead. Does not: what they say (relays.ts).
import { createSocket, type Socket } from 'node:dgram'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { resolveTarget, type Target } from '../../platform/outbound/index.ts'

/** How long an address of a name is used. */
const RESOLVE_MS = 60_000
/** Until a name that has no address is looked up again. */
const RETRY_MS = 10_000
/** Datagrams handed to the socket and not sent yet. Beyond, new ones are dropped: the next report of the device follows in seconds. */
const PENDING_MAX = 1_000

export interface UdpRelayDeps {
  readonly clock: Clock
  readonly log: Log
  readonly allowLocal: boolean
  readonly counted: (outcome: 'sent' | 'dropped') => void
}

/** Sends to the target that is set. Nothing waits for it: a name is looked up beforehand, and a failure costs the datagram. */
export class UdpRelay {
  readonly #deps: UdpRelayDeps
  #target: Target | null = null
  #port = 0
  #socket: Socket | null = null
  #pending = 0
  #timer: Timer | null = null
  /** Rises with each setting, so that a look-up of an older one changes nothing. */
  #turn = 0

  constructor(deps: UdpRelayDeps) {
    this.#deps = deps
  }

  get isOn(): boolean {
    return this.#target !== null
  }

  /** `null`: nothing is sent from now on. */
  aim(target: { readonly host: string; readonly port: number } | null): void {
    this.#turn += 1
    this.#timer?.cancel()
    this.#timer = null
    this.#target = null
    this.#end()
    if (target === null) return
    this.#port = target.port
    void this.#resolve(target.host, this.#turn)
  }

  send(datagram: Uint8Array): void {
    const target = this.#target
    if (target === null) return
    if (this.#pending >= PENDING_MAX) {
      this.#deps.counted('dropped')
      return
    }
    const socket = this.#socket ?? openSocket(target)
    this.#socket = socket
    this.#pending += 1
    socket.send(datagram, this.#port, target.address, (error) => {
      if (socket === this.#socket) this.#pending -= 1
      this.#deps.counted(error === null ? 'sent' : 'dropped')
    })
  }

  close(): void {
    this.aim(null)
  }

  async #resolve(host: string, turn: number): Promise<void> {
    const { clock, log, allowLocal } = this.#deps
    let againMs = RESOLVE_MS
    try {
      const target = await resolveTarget(host, allowLocal)
      if (turn !== this.#turn) return
      if (target.family !== this.#target?.family) this.#end()
      this.#target = target
    } catch (error) {
      if (turn !== this.#turn) return
      this.#target = null
      againMs = RETRY_MS
      log.warn({ host, reason: (error as Error).message }, 'Cannot relay to this target; it is looked up again')
    }
    this.#timer = clock.after(againMs, () => void this.#resolve(host, turn))
  }

  #end(): void {
    this.#socket?.close()
    this.#socket = null
    // A socket that is closed may never answer for what was handed to it.
    this.#pending = 0
  }
}

function openSocket({ family }: Target): Socket {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  // A target without a listener answers with an error of the next call: a relay ignores it.
  socket.on('error', () => undefined)
  socket.unref()
  return socket
}
