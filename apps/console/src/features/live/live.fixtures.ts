import type { DeviceRow } from '@fleetglass/contract/devices'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

/** A server that accepts and sends nothing. */
class SilentSocket {
  readyState = 0
  send(): void {}
  close(): void {}
}

/** For tests: a browser whose streams stay silent and whose tiles can be seen. Answers the way back. */
export function silentStreams(): () => void {
  const giveBackSize = giveElementsSize()
  const before = { socket: globalThis.WebSocket, observer: globalThis.IntersectionObserver }
  const observer = class {
    observe() {}
    disconnect() {}
  }
  Object.assign(globalThis, { WebSocket: SilentSocket, IntersectionObserver: observer })
  return () => {
    giveBackSize()
    Object.assign(globalThis, { WebSocket: before.socket, IntersectionObserver: before.observer })
  }
}

/** A device as the server sends it. */
export const recordedRow: DeviceRow = {
  deviceId: 'rec',
  driver: 'Lin',
  memo: 'blue van',
  enabledChannels: [true, true, false, true],
  online: true,
  statusTimeS: 1_767_600_000,
  registered: true,
  recording: false,
  timeZoneHours: 8,
  icon: 0,
  health: '',
  smart: [-2, -2],
  driverLicence: '',
  gps: { timeS: 1_767_599_990, latDeg: 24.0786, lngDeg: 120.5285, speedKmh: 42, headingDeg: 271 },
  voltageDecivolt: null,
  voltagePercent: null,
  signalPercent: null,
  satellites: null,
  accOn: null,
  mapLocation: { latDeg: 1.5, lngDeg: -2.25 },
  temperaturesDecidegree: [],
}
