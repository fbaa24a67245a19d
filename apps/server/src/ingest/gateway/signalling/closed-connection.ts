// Belongs here: what the log, the metrics and the device's own log say of a connection that the server closes.
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { CloseReason } from './connection.machine.ts'
import type { SignallingContext } from './signalling-context.ts'
import type { Voice } from './speaker.types.ts'
import type { Transport } from './transport.types.ts'

export interface ClosedConnection {
  readonly line: Transport
  /** `null`: it sent no frame. */
  readonly voice: Voice | null
  readonly reason: CloseReason
  readonly wasServed: boolean
}

export function reportClosed(context: SignallingContext, { line, voice, reason, wasServed }: ClosedConnection): void {
  const { counters, addressLog, deviceLog, unauthenticatedLog, sessions } = context
  counters.add('closed', reason)
  addressLog.info(networkOf(line.address), { peer: line.peer, reason }, 'signalling connection closed')
  const device = voice && sessions.registered(voice.terminalRaw)
  if (!device) return
  const text = `connection from ${line.peer} closed by the server: ${reason}`
  if (wasServed) deviceLog.write(device.deviceId, text)
  else unauthenticatedLog.write(device.deviceId, reason, text)
}
