import { mayCall } from '@fleetglass/contract/access'
import { type DeviceRow, encodeRow, positionAccess, SMART_UNKNOWN } from '@fleetglass/contract/devices'
import type { Account, RegisteredDevice } from '../directory/index.ts'
import type { LiveDevice } from '../live-state/index.ts'

/**
 * Makes the rows of the lists. A row is written once for each change of its device and form, however many consoles ask for it.
 */
export interface RowWriter {
  row(device: RegisteredDevice | undefined, live: LiveDevice | undefined, form: RowForm): string
}

/** Whether a row has the place, speed and heading of its device, which need `positionAccess`. */
export type RowForm = 'placed' | 'unplaced'

export function rowFormFor(account: Account): RowForm {
  return mayCall(account, positionAccess) ? 'placed' : 'unplaced'
}

interface Written {
  readonly device: RegisteredDevice | undefined
  readonly live: LiveDevice | undefined
  readonly texts: Partial<Record<RowForm, string>>
}

// Bound of the kept rows: more than any fleet here; beyond it all are written anew.
const MAX_CACHED = 100_000

export function createRowWriter(): RowWriter {
  const cached = new Map<string, Written>()
  return {
    row(device, live, form) {
      const deviceId = device?.deviceId ?? live?.deviceId ?? ''
      const written = cached.get(deviceId)
      // Both are replaced, never changed, so sameness is freshness.
      const isFresh = written !== undefined && written.device === device && written.live === live
      const ready = isFresh ? written.texts[form] : undefined
      if (ready !== undefined) return ready
      const text = encodeRow(toRow(deviceId, device, live, form))
      if (cached.size >= MAX_CACHED) cached.clear()
      cached.set(deviceId, { device, live, texts: { ...(isFresh && written.texts), [form]: text } })
      return text
    },
  }
}

/** The values of a row. */
export function toRow(
  deviceId: string,
  device: RegisteredDevice | undefined,
  live: LiveDevice | undefined,
  form: RowForm,
): DeviceRow {
  return {
    deviceId,
    driver: device?.driver ?? '',
    memo: device?.memo ?? '',
    enabledChannels: device?.channels.map(({ enabled }) => enabled) ?? [],
    online: live?.online ?? false,
    // 0: never reported.
    statusTimeS: live?.statusTimeS || null,
    registered: device !== undefined,
    recording: live?.recording ?? false,
    timeZoneHours: device === undefined ? null : zoneOf(device, live),
    gps: form === 'placed' && live?.fix ? toFix(live.fix) : null,
    voltageDecivolt: live?.voltageDecivolt ?? null,
    voltagePercent: live?.voltagePercent ?? null,
    signalPercent: live?.signalPercent ?? null,
    satellites: live?.satellites ?? null,
    health: live?.health ?? '',
    smart: live?.smart ?? [SMART_UNKNOWN, SMART_UNKNOWN],
    mapLocation: toPlace(device?.mapLocation ?? ''),
    icon: device?.icon ?? 0,
    temperaturesDecidegree: live?.temperaturesDecidegree ?? [],
    accOn: live?.accOn ?? null,
    driverLicence: device?.driverLicence ?? '',
  }
}

/** SDEV-49: where the zone follows the position it is the one of the longitude; nothing here knows borders or summer time. */
function zoneOf({ timeZoneFollowsPosition, utcOffsetMinutes }: RegisteredDevice, live: LiveDevice | undefined): number {
  const fix = timeZoneFollowsPosition ? live?.fix : null
  return fix ? Math.round(fix.lngE6 / 15e6) : utcOffsetMinutes / 60
}

function toFix(fix: NonNullable<LiveDevice['fix']>): DeviceRow['gps'] {
  const { timeS, latE6, lngE6, speedKmh, headingDeg } = fix
  return { timeS, latDeg: latE6 / 1e6, lngDeg: lngE6 / 1e6, speedKmh, headingDeg }
}

function toPlace(mapLocation: string): DeviceRow['mapLocation'] {
  const [latDeg, lngDeg] = mapLocation.split(',').map(Number)
  return mapLocation === '' || latDeg === undefined || lngDeg === undefined ? null : { latDeg, lngDeg }
}
