import type { Socket } from 'node:net'
import type { Clock } from '../clock/index.ts'
import { type Log, limitLog } from '../log/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { connectionAddress, networkOf, type TrustedProxies } from '../remote-address/index.ts'
import { createAddressCounts } from '../ws/index.ts'

export interface ConnectionBounds {
  readonly name: string
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly inAll: number
  readonly connectionsPerAddress: number
  readonly proxies: TrustedProxies
}

/**
 * One address, unless it is a trusted proxy, cannot take all connections of a listener, on whichever of its ports: what is
 * above a bound is ended at once and counted. The result says whether a new connection may stay.
 */
export function boundConnections(bounds: ConnectionBounds): (socket: Socket) => boolean {
  const { name, metrics, inAll, connectionsPerAddress, proxies } = bounds
  const log = limitLog(bounds.log.child({ part: name }), bounds.clock)
  const rejected = metrics.counter(
    'fleetglass_connections_refused_total',
    'Connections ended at once: too many of their address, or in all',
    ['listener', 'reason'],
  )
  const counts = createAddressCounts({ inAll, perAddress: connectionsPerAddress, unbounded: proxies.isProxy })
  return (socket) => {
    const address = connectionAddress(socket)
    const key = proxies.isProxy(address) ? address : networkOf(address)
    const taken = counts.take(key)
    if (taken === 'taken') {
      socket.once('close', () => counts.giveBack(key))
      return true
    }
    rejected.inc({ listener: name, reason: taken })
    log.debug(key, { address, reason: taken }, 'connection refused')
    socket.destroy()
    return false
  }
}
