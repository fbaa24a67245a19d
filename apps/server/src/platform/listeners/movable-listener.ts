// Belongs here: the ports of one listener, and how they change. Does not: what is spoken there, which ports it should have.
import type { ListenerName, ListenerState, portFailures } from '@fleetglass/contract/server-settings'

/** A port that is bound. */
export interface BoundPort {
  readonly port: number
  /** Takes nothing new from now on, and leaves the port to others. What is open stays until it ends by itself. */
  release(): void
}

export interface PortFailure {
  readonly port: number
  readonly reason: (typeof portFailures)[number]
  readonly error: Error
}

export interface MovableListenerOptions {
  readonly name: ListenerName
  /** A port of the one is no port of the other. Left out: TCP. */
  readonly transport?: 'tcp' | 'udp'
  /** Rejects when the port cannot be had; 0 is any free one. */
  readonly bind: (port: number) => Promise<BoundPort>
}

/** What listens on ports that can change while the server runs: the new ones are opened before the old ones are released. */
export class MovableListener {
  readonly name: ListenerName
  readonly transport: 'tcp' | 'udp'
  readonly #bind: MovableListenerOptions['bind']
  #bound: readonly BoundPort[] = []
  #failures: readonly PortFailure[] = []

  constructor({ name, transport = 'tcp', bind }: MovableListenerOptions) {
    this.name = name
    this.transport = transport
    this.#bind = bind
  }

  /** In the order in which they were wanted. */
  get ports(): readonly number[] {
    return this.#bound.map(({ port }) => port)
  }

  /** Wanted ports that could not be bound at the last move. */
  get failures(): readonly PortFailure[] {
    return this.#failures
  }

  get state(): ListenerState {
    const failed = this.#failures.map(({ port, reason }) => ({ port, reason }))
    return { name: this.name, open: [...this.ports], failed }
  }

  /** Binds the ports, or rejects for the first that cannot be had. */
  async open(ports: readonly number[]): Promise<void> {
    for (const port of ports) this.#bound = [...this.#bound, await this.#bind(port)]
  }

  /** While a wanted port cannot be bound, those that are no longer wanted stay: nobody is left without a listener. */
  async move(wanted: readonly number[]): Promise<void> {
    const failures: PortFailure[] = []
    const first: BoundPort[] = []
    for (const port of wanted) {
      try {
        first.push(this.#bound.find((bound) => bound.port === port) ?? (await this.#bind(port)))
      } catch (error) {
        failures.push({ port, reason: reasonOf(error), error: error as Error })
      }
    }
    const others = this.#bound.filter((bound) => !first.includes(bound))
    const isComplete = failures.length === 0
    this.#bound = isComplete ? first : [...first, ...others]
    this.#failures = failures
    if (isComplete) for (const bound of others) bound.release()
  }

  /** Gives up a port that another listener waits for. */
  release(port: number): void {
    for (const bound of this.#bound) if (bound.port === port) bound.release()
    this.#bound = this.#bound.filter((bound) => bound.port !== port)
  }
}

function reasonOf(error: unknown): PortFailure['reason'] {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'in-use'
  return code === 'EACCES' ? 'not-allowed' : 'failed'
}
