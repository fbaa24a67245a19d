import type { ListenerState } from '@fleetglass/contract/server-settings'
import type { OpenProtocol } from '@fleetglass/contract/session'
import { channelPortOf, streamPortOf } from '../../platform/listeners/index.ts'
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
