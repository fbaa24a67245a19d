// Belongs here: how often an unauthenticated connection may add to the log of the device whose number it names.
// Does not: entries of devices that are served, the log of the server (platform/log).
import type { Clock } from '../../../platform/clock/index.ts'
import type { DeviceLogWriter } from '../../../services/device-log/index.ts'

/**
 * A day of these entries must stay well below the size limit of a device's log: otherwise anyone who knows its number could fill
 * the log, and entries of the device itself would be dropped.
 */
const WINDOW_MS = 600_000

/** The log of devices for connections that name one of their numbers without its code. */
export interface UnauthenticatedLog {
  /** Adds an entry, unless the device got one of this kind within the same ten minutes. */
  write(deviceId: string, kind: string, text: string): void
}

/** Stores at most one key for each registered device and kind of entry. */
export function limitUnauthenticated(
  deviceLog: DeviceLogWriter,
  clock: Pick<Clock, 'monotonicMs'>,
): UnauthenticatedLog {
  const written = new Set<string>()
  let beganMs = Number.NEGATIVE_INFINITY
  return {
    write(deviceId, kind, text) {
      const nowMs = clock.monotonicMs()
      if (nowMs - beganMs >= WINDOW_MS) {
        beganMs = nowMs
        written.clear()
      }
      const key = `${kind}/${deviceId}`
      if (written.has(key)) return
      written.add(key)
      deviceLog.write(deviceId, text)
    },
  }
}
