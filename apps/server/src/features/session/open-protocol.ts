import type { ListenerState } from '@fleetglass/contract/server-settings'
import type { OpenProtocol } from '@fleetglass/contract/session'
import type { OpenPorts } from '../offers.ts'

/** API2-007: the ports as they are open now, which may be others than those that were saved. */
export function openProtocol(
  ports: OpenPorts,
  listeners: readonly ListenerState[],
  { sslonly, disablelivestream }: { readonly sslonly: boolean; readonly disablelivestream: boolean },
): OpenProtocol {
  const { heartbeat, http, https } = ports
  const streamings = listeners.find(({ name }) => name === 'streamings')?.open ?? []
  return {
    heartbeat,
    appcommand: channelPortOf(ports),
    http,
    https,
    streamings: streamings.length > 0 ? streamings : [streamPortOf(ports)],
    streaming: streamPortOf(ports),
    sslonly,
    disablelivestream,
  }
}

/** Where a port is off, the web port serves the same paths. */
function channelPortOf({ main, http, https }: OpenPorts): number {
  return [main, http, https].find((port) => port !== 0) ?? 0
}

/** The port of the main channel serves streams too. */
export function streamPortOf(ports: OpenPorts): number {
  return ports.streams === 0 ? channelPortOf(ports) : ports.streams
}
