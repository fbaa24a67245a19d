// Belongs here: when a device counts as come or gone. Does not: which of its lines is the right one (ingest/gateway).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Fleet, LiveDevice } from '../../services/live-state/index.ts'

/** A device that is back within this time was not away: lines break in tunnels, and devices change their cell. */
export const AWAY_MS = 15_000

/**
 * Tells of each registered device once when it comes and once when it has stayed away. What `changed` answers false to could not be
 * taken: it is told again, a coming with what the device does next, a leaving after the same time.
 */
export function watchPresence(
  deps: { readonly clock: Clock; readonly fleet: Pick<Fleet, 'onChange'> },
  changed: (deviceId: string, online: boolean) => boolean,
): { forget(deviceId: string): void; close(): void } {
  /** Devices that count as online; with a timer those which are not and may be back. Bounded by the fleet. */
  const present = new Map<string, Timer | null>()

  const left = (deviceId: string): void => {
    if (changed(deviceId, false)) present.delete(deviceId)
    else leaves(deviceId)
  }
  const leaves = (deviceId: string): void => {
    present.set(
      deviceId,
      deps.clock.after(AWAY_MS, () => left(deviceId)),
    )
  }
  const look = ({ deviceId, online, registered }: LiveDevice): void => {
    const leaving = present.get(deviceId)
    if (!registered) forget(deviceId)
    else if (online) {
      leaving?.cancel()
      if (leaving !== undefined || changed(deviceId, true)) present.set(deviceId, null)
    } else if (leaving === null) {
      leaves(deviceId)
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
