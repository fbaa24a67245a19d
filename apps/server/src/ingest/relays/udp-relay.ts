// Belongs here: datagrams to one target that may be dead. Does not: what they say (relays.ts).
import { createSocket, type Socket } from 'node:dgram'
import type { MonitorLimits } from '@fleetglass/contract/monitors'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { BytePacer } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { resolveTarget, type Target } from '../../platform/outbound/index.ts'

/** How long an address of a name is used. */
const RESOLVE_MS = 60_000
/** Until a name that has no address is looked up again. */
const RETRY_MS = 10_000

export interface UdpRelayDeps {
  readonly clock: Clock
  readonly log: Log
  readonly allowLocal: boolean
  readonly counted: (outcome: 'sent' | 'dropped') => void
  /** As they are now. Beyond what may wait new datagrams are dropped: the next report of the device follows in seconds. */
  readonly limits: () => RelayLimits
}

/** Datagrams that the socket has not sent yet, bytes per second (0: no limit), and datagrams that wait for either. */
export type RelayLimits = Pick<MonitorLimits, 'limitRate' | 'maxRun' | 'maxWait'>

/** Sends to the target that is set. Nothing waits for it: a name is looked up beforehand, and a failure costs the datagram. */
export class UdpRelay {
  readonly #deps: UdpRelayDeps
  #target: Target | null = null
  #port = 0
  #socket: Socket | null = null
  #running = 0
  #waiting: Uint8Array[] = []
  #pump: Timer | null = null
  readonly #pacer: BytePacer
  #timer: Timer | null = null
  /** Rises with each setting, so that a look-up of an older one changes nothing. */
  #turn = 0

  constructor(deps: UdpRelayDeps) {
    this.#deps = deps
    this.#pacer = new BytePacer(() => deps.limits().limitRate)
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
    if (this.#mayRun && this.#waiting.length === 0) this.#run(datagram, target)
    else if (this.#waiting.length >= this.#deps.limits().maxWait) this.#deps.counted('dropped')
    else {
      this.#waiting.push(datagram)
      this.#goOn()
    }
  }

  get #mayRun(): boolean {
    const { clock, limits } = this.#deps
    return this.#running < limits().maxRun && this.#pacer.waitMs(clock.monotonicMs()) === 0
  }

  #run(datagram: Uint8Array, target: Target): void {
    const socket = this.#socket ?? openSocket(target)
    this.#socket = socket
    this.#running += 1
    this.#pacer.count(datagram.length, this.#deps.clock.monotonicMs())
    socket.send(datagram, this.#port, target.address, (error) => {
      this.#deps.counted(error === null ? 'sent' : 'dropped')
      if (socket !== this.#socket) return
      this.#running -= 1
      this.#goOn()
    })
  }

  /** What waits, as far as it may; the rest when its time has come, or when a datagram has been sent. */
  #goOn(): void {
    const target = this.#target
    let sent = 0
    while (target !== null && sent < this.#waiting.length && this.#mayRun) {
      this.#run(this.#waiting[sent] as Uint8Array, target)
      sent += 1
    }
    if (sent > 0) this.#waiting = this.#waiting.slice(sent)
    const waitMs = this.#pacer.waitMs(this.#deps.clock.monotonicMs())
    if (this.#waiting.length === 0 || this.#pump !== null || waitMs === 0) return
    this.#pump = this.#deps.clock.after(Math.ceil(waitMs), () => {
      this.#pump = null
      this.#goOn()
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
    this.#running = 0
    for (const _ of this.#waiting) this.#deps.counted('dropped')
    this.#waiting = []
    this.#pump?.cancel()
    this.#pump = null
  }
}

function openSocket({ family }: Target): Socket {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  // A target without a listener answers with an error of the next call: a relay ignores it.
  socket.on('error', () => undefined)
  socket.unref()
  return socket
}
