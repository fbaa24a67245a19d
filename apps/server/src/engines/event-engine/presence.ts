// Belongs here: when a device counts as come or gone. Does not: which of its lines is the right one (engines/gateway).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Fleet, LiveDevice } from '../fleet/index.ts'

/** A device that is back within this time was not away: lines break in tunnels, and devices change their cell. */
export const AWAY_MS = 15_000

/** Tells of each registered device once when it comes and once when it has stayed away. */
export function watchPresence(
  deps: { readonly clock: Clock; readonly fleet: Pick<Fleet, 'onChange'> },
  changed: (deviceId: string, online: boolean) => void,
): { forget(deviceId: string): void; close(): void } {
  /** Devices that count as online; with a timer those which are not and may be back. Bounded by the fleet. */
  const present = new Map<string, Timer | null>()

  const left = (deviceId: string): void => {
    present.delete(deviceId)
    changed(deviceId, false)
  }
  const look = ({ deviceId, online, registered }: LiveDevice): void => {
    const leaving = present.get(deviceId)
    if (!registered) forget(deviceId)
    else if (online) {
      leaving?.cancel()
      present.set(deviceId, null)
      if (leaving === undefined) changed(deviceId, true)
    } else if (leaving === null) {
      present.set(
        deviceId,
        deps.clock.after(AWAY_MS, () => left(deviceId)),
      )
    }
  }
  const forget = (deviceId: string): void => {
    present.get(deviceId)?.cancel()
    present.delete(deviceId)
  }
  const subscription = deps.fleet.onChange((devices) => devices.forEach(look))
  return {
    forget,
    close() {
      subscription.close()
      for (const timer of present.values()) timer?.cancel()
    },
  }
}
