import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import {
  type Bus,
  createInProcessBus,
  createLocalFirstBus,
  createNatsBus,
  type NatsBus,
} from '../platform/bus/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { ServerConfig } from '../platform/config/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'

export interface Buses {
  /** Changes of what is in the database: those of this process never depend on another machine. */
  readonly bus: Bus
  /** What ports send: over NATS where there is one. */
  readonly portBus: Bus
  /** Why nodes cannot reach each other; `null` while they can, `undefined` for a server that needs no other. */
  readonly busFault: () => string | null | undefined
}

export async function startBuses(
  deps: {
    readonly config: ServerConfig
    readonly clock: Clock
    readonly log: Log
    readonly metrics: Metrics
    readonly onFailure: (error: Error) => void
  },
  shutdown: Shutdown,
): Promise<Buses> {
  const { config, clock, metrics } = deps
  const log = deps.log.child({ part: 'bus' })
  const onError = (error: unknown, subject: string): void =>
    log.error({ err: error, subject }, 'a receiver of the bus failed')
  if (config.bus === '') {
    const bus = shutdown.own('bus', createInProcessBus({ clock, onError }))
    return { bus, portBus: bus, busFault: () => undefined }
  }
  const server = natsServerOf(config)
  const nats = shutdown.own(
    'NATS',
    await createNatsBus({ clock, server, prefix: config.busPrefix, onError, onEnd: deps.onFailure }),
  )
  const { server: address, isConnected } = nats.health()
  if (isConnected) log.info({ server: address, prefix: config.busPrefix }, 'connected to NATS')
  else log.error({ server: address }, 'NATS cannot be reached; the server starts without it and tries again')
  nats.watch((change) => {
    const { interruptions } = nats.health()
    if (change === 'interrupted') log.warn({ interruptions }, 'The connection to NATS is lost; it is made again')
    else log.info({ server: nats.health().server }, 'connected to NATS')
  })
  measure(metrics, nats)
  const bus = shutdown.own('bus', createLocalFirstBus({ remote: nats, sender: randomUUID(), clock, onError }))
  return { bus, portBus: nats, busFault: () => faultOf(nats) }
}

function natsServerOf(config: ServerConfig) {
  const [scheme = '', hosts = ''] = config.bus.split('://')
  return {
    servers: hosts.split(','),
    isTls: scheme === 'tls',
    caFile: config.busCa,
    user: config.busUser,
    password: config.busPassword,
    token: config.busToken,
    credentialsFile: config.busCredentials,
    name: `fleetglass ${hostname()} ${process.pid}`,
  }
}

function faultOf(nats: NatsBus): string | null {
  const { isConnected, sinceMs, interruptions } = nats.health()
  if (isConnected) return null
  return `${interruptions === 0 ? 'Connecting' : 'Reconnecting'} since ${new Date(sinceMs).toISOString()}`
}

function measure(metrics: Metrics, nats: NatsBus): void {
  const readings = {
    fleetglass_bus_connected: ['1 while the bus is connected', () => (nats.health().isConnected ? 1 : 0)],
    fleetglass_bus_waiting_bytes: ['Bytes that the bus has not confirmed', () => nats.health().waitingBytes],
    fleetglass_bus_unfinished_bytes: ['Bytes of messages in parts', () => nats.health().unfinishedBytes],
    fleetglass_bus_refused_total: ['Messages, requests and answers not sent', () => nats.health().refused],
    fleetglass_bus_interruptions_total: ['Lost connections', () => nats.health().interruptions],
    fleetglass_bus_sent_bytes_total: ['Bytes sent', () => nats.health().sentBytes],
    fleetglass_bus_received_bytes_total: ['Bytes received', () => nats.health().receivedBytes],
  } as const
  for (const [name, [help, read]] of Object.entries(readings)) metrics.measured(name, help, read)
}
