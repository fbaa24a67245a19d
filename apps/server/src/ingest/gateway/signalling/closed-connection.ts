// Belongs here: what the log, the metrics and the device's own log say of a connection that the server closes.
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { CloseReason } from './connection.machine.ts'
import type { SignallingContext } from './signalling-context.ts'
import type { ReplyFormat } from './speaker.types.ts'
import type { Transport } from './transport.types.ts'

export interface ClosedConnection {
  readonly transport: Transport
  /** `null`: it sent no frame. */
  readonly format: ReplyFormat | null
  readonly reason: CloseReason
  readonly wasServed: boolean
}

export function reportClosed(
  context: SignallingContext,
  { transport, format, reason, wasServed }: ClosedConnection,
): void {
  const { counters, addressLog, deviceLog, unauthenticatedLog, sessions } = context
  counters.add('closed', reason)
  addressLog.info(networkOf(transport.address), { peer: transport.peer, reason }, 'signalling connection closed')
  const device = format && sessions.registered(format.terminalRaw)
  if (!device) return
  const text = `connection from ${transport.peer} closed by the server: ${reason}`
  if (wasServed) deviceLog.write(device.deviceId, text)
  else unauthenticatedLog.write(device.deviceId, reason, text)
}
