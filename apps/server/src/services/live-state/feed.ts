import type { DeviceState } from '../../ports/device-state/index.ts'
import type { FleetEngine } from './fleet.ts'

/** Keeps the fleet as the nodes report it, until it is closed. */
export function feedFleet(fleet: FleetEngine, deviceState: Pick<DeviceState, 'subscribe'>): { close(): void } {
  const subscriptions = [
    deviceState.subscribe({ kind: 'connection' }, (deviceId, { registered, online, again }) => {
      // Since when it is online stays as it is.
      if (again === true && fleet.get(deviceId)?.online === true) return null
      if (online) fleet.connected(deviceId, registered)
      else fleet.disconnected(deviceId)
      return null
    }),
    deviceState.subscribe({ kind: 'report' }, (deviceId, report) => {
      fleet.report(deviceId, report)
      return null
    }),
    deviceState.subscribe({ kind: 'recording' }, (deviceId, { recording }) => {
      fleet.recording(deviceId, recording)
      return null
    }),
  ]
  return {
    close() {
      for (const subscription of subscriptions) subscription.close()
    },
  }
}
