// Belongs here: who may have how many of the ports for data connections. Does not: one port (passive-port.ts).
import type { Clock } from '../../../platform/clock/index.ts'
import type { PortRange } from '../../../platform/config/index.ts'
import { openPassivePort, type PassivePort } from './passive-port.ts'

/** Ports of one upload: one in use, and one that a new session asks for while the old one is not known to be dead. */
const MOST_OF_UPLOAD = 2
/** A device sends its file at once; a port without one is given back after this time. */
const WAITING_MS = 15_000

interface Taken {
  readonly owner: object
  readonly port: PassivePort
  readonly openedMs: number
}

/**
 * The range of passive ports, which is small because it has to be opened in the firewall. The policy where it is used up, or
 * an upload has all that it may have: the port that has waited longest for a file gives way. Ports over which a file
 * comes stay.
 */
export class PassivePorts {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #host: string
  readonly #range: PortRange
  /** Oldest first. */
  #taken: Taken[] = []
  /** One after the other: what is counted must not change while a port is opened. */
  #opening: Promise<unknown> = Promise.resolve()

  constructor(clock: Pick<Clock, 'monotonicMs'>, host: string, range: PortRange) {
    this.#clock = clock
    this.#host = host
    this.#range = range
  }

  /** A port for a connection from `address`; `null` when there is none. `owner`: the upload. */
  open(owner: object, address: string): Promise<PassivePort | null> {
    const opened = this.#opening.then(() => this.#open(owner, address))
    this.#opening = opened.catch(() => null)
    return opened
  }

  async #open(owner: object, address: string): Promise<PassivePort | null> {
    this.#forgetClosed()
    const own = this.#taken.filter((taken) => taken.owner === owner)
    if (own.length >= MOST_OF_UPLOAD && !closeOldestWaiting(own)) return null
    let port = await openPassivePort(this.#host, this.#range, address)
    if (port === null && closeOldestWaiting(this.#taken)) port = await openPassivePort(this.#host, this.#range, address)
    if (port === null) return null
    this.#taken.push({ owner, port, openedMs: this.#clock.monotonicMs() })
    return port
  }

  /** Every few seconds. */
  tick(nowMs: number): void {
    for (const { port, openedMs } of this.#taken) {
      if (!port.isUsed && nowMs - openedMs > WAITING_MS) port.close()
    }
    this.#forgetClosed()
  }

  #forgetClosed(): void {
    this.#taken = this.#taken.filter(({ port }) => !port.isClosed)
  }
}

function closeOldestWaiting(taken: readonly Taken[]): boolean {
  const waiting = taken.find(({ port }) => !port.isUsed && !port.isClosed)
  waiting?.port.close()
  return waiting !== undefined
}
