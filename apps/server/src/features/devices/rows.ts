import { type DeviceRow, encodeRow } from '@fleetglass/contract/devices'
import type { LiveDevice } from '../../engines/fleet/index.ts'
import type { RegisteredDevice } from '../../engines/registry/index.ts'

/**
 * Makes the rows of the lists. A row is written once for each change of its device, however many consoles ask for it.
 */
export interface RowWriter {
  row(device: RegisteredDevice | undefined, live: LiveDevice | undefined): string
}

interface Written {
  readonly device: RegisteredDevice | undefined
  readonly live: LiveDevice | undefined
  readonly text: string
}

// Bound of the kept rows: more than any fleet here; beyond it all are written anew.
const MAX_KEPT = 100_000

export function createRowWriter(): RowWriter {
  const kept = new Map<string, Written>()
  return {
    row(device, live) {
      const deviceId = device?.deviceId ?? live?.deviceId ?? ''
      const written = kept.get(deviceId)
      // Both are replaced, never changed, so sameness is freshness.
      if (written !== undefined && written.device === device && written.live === live) return written.text
      const text = encodeRow(toRow(deviceId, device, live))
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(deviceId, { device, live, text })
      return text
    },
  }
}

/** The values of a row. */
export function toRow(deviceId: string, device: RegisteredDevice | undefined, live: LiveDevice | undefined): DeviceRow {
  return {
    deviceId,
    driver: device?.driver ?? '',
    vehicleid: device?.vehicleid ?? '',
    chmask: device?.chmask ?? '',
    online: live?.online ?? false,
    // 0: never heard of.
    statusTimeS: live?.statusTimeS || null,
    registered: device !== undefined,
    recording: live?.recording ?? false,
    timeZoneHours: device === undefined ? null : zoneOf(device, live),
    gps: live?.fix ? toFix(live.fix) : null,
    voltageDecivolt: live?.voltageDecivolt ?? null,
    voltagePercent: live?.voltagePercent ?? null,
    signalPercent: live?.signalPercent ?? null,
    satellites: live?.satellites ?? null,
    health: live?.health ?? '',
    // No message of these devices tells the health of a card.
    smart: [-2, -2],
    mapLocation: toPlace(device?.maplocation ?? ''),
    icon: device?.icon ?? 0,
    temperaturesDecidegree: live?.temperaturesDecidegree ?? [],
    accOn: live?.accOn ?? null,
    driverLicence: device?.driverlicense ?? '',
  }
}

/** SDEV-49: where the zone follows the position it is the one of the longitude; nothing here knows borders or summer time. */
function zoneOf({ gpstzenable, utcOffsetMinutes }: RegisteredDevice, live: LiveDevice | undefined): number {
  const fix = gpstzenable === 1 ? live?.fix : null
  return fix ? Math.round(fix.lngE6 / 15e6) : utcOffsetMinutes / 60
}

function toFix(fix: NonNullable<LiveDevice['fix']>): DeviceRow['gps'] {
  const { timeS, latE6, lngE6, speedKmh, headingDeg } = fix
  return { timeS, latDeg: latE6 / 1e6, lngDeg: lngE6 / 1e6, speedKmh, headingDeg }
}

function toPlace(maplocation: string): DeviceRow['mapLocation'] {
  const [latDeg, lngDeg] = maplocation.split(',').map(Number)
  return maplocation === '' || latDeg === undefined || lngDeg === undefined ? null : { latDeg, lngDeg }
}
