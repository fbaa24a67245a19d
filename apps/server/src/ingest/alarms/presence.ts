// Belongs here: when a device counts as online or offline. Does not: which of its connections is valid (ingest/gateway).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Fleet, LiveDevice } from '../../services/live-state/index.ts'

/** A device that reconnects within this time was not offline: connections break in tunnels and when the radio cell changes. */
export const AWAY_MS = 15_000

/**
 * Reports each registered device once when it comes online and once when it stayed offline. When `changed` returns false, the change
 * could not be stored and is reported again: online with the device's next action, offline after the same time.
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
