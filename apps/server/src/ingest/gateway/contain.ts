// Belongs here: a fault of the server in the work for one connection ends that connection. Does not: what the work is.
import type { LimitedLog } from '../../platform/log/index.ts'
import { networkOf } from '../../platform/remote-address/index.ts'

/** A connection of a device, by TCP or UDP. */
export interface Contained {
  readonly transport: { readonly peer: string; readonly address: string }
  close(reason: 'fault'): void
}

/**
 * Does `work` for a connection. What it throws would end the process and with it every other connection; the device would send
 * the same bytes again after the restart. So it is logged, and the connection is closed.
 */
export type Contain = (connection: Contained, work: () => void) => void

export function createContain(log: LimitedLog): Contain {
  return (connection, work) => {
    try {
      work()
    } catch (error) {
      const { peer, address } = connection.transport
      log.error(networkOf(address), { err: error, peer }, 'a fault of the server: the connection is closed')
      connection.close('fault')
    }
  }
}
