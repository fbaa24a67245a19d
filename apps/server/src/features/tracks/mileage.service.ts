import { AppError } from '@fleetglass/contract/errors'
import {
  MILEAGE_ROWS_MAX,
  MILEAGE_SLOT_S,
  type Mileage,
  type MileageDay,
  type MileageDaysRequest,
  type MileageRequest,
  type MileageSlot,
  type MileageSlotsRequest,
  SLOT_S,
  slotsOfRange,
  type Trip,
} from '@fleetglass/contract/tracks'
import { kmhFromDkmh } from '@fleetglass/geo'
import type { Clock } from '../../platform/clock/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Devices } from '../../services/device-list/index.ts'
import {
  type Account,
  type DriverTerm,
  type RegisteredDevice,
  type Registry,
  type Visibility,
  visibleStartS,
} from '../../services/directory/index.ts'
import type { TrackRange, TrackStore } from '../../services/tracks/index.ts'
import { type DaySum, type HalfHourSum, MOST_SETTLED, type TrackSums } from '../../services/tracks/index.ts'
import type { LongAnswer } from './tracks.service.ts'
import { sumTrip } from './trip-sum.ts'

export interface MileageDeps {
  readonly clock: Clock
  readonly store: TrackStore
  readonly sums: TrackSums
  readonly visibility: Visibility
  readonly devices: Pick<Devices, 'device'>
  readonly registry: Pick<Registry, 'driverTerms'>
}

/**
 * Each throws a refusal for a device that is not there for the account, and while too much of the account is read. What is
 * older than the retention limit of the account is not added.
 */
export interface MileageSummary {
  trip(account: Account, request: MileageRequest): Promise<Trip>
  /** With who the device is and how it is now. */
  summary(account: Account, request: MileageRequest): Promise<Mileage>
  /** What one device, or all the account sees, did day by day. */
  days(account: Account, request: MileageDaysRequest): Promise<LongAnswer<MileageDay>>
  /** How far one device, or all the account sees, drove half hour by half hour. */
  slots(account: Account, request: MileageSlotsRequest): Promise<LongAnswer<MileageSlot>>
}

export function createMileage(deps: MileageDeps): MileageSummary {
  // A limiter of its own: the page of a vehicle does not wait for a long track.
  const limiter = createConcurrencyLimiter()
  async function trip(account: Account, { deviceid, afterTime, beforeTime }: MileageRequest): Promise<Trip> {
    const device = deps.visibility.device(account, deviceid)
    if (device === undefined) throw new AppError('unknown-device')
    const release = await limiter.acquire(account.id)
    try {
      const terms = await deps.registry.driverTerms(device.key, beforeTime)
      const startS = visibleStartS(account, afterTime, deps.clock.nowMs())
      return await sumUp(deps, { deviceKey: device.key, startS, endS: beforeTime }, device, terms)
    } finally {
      release()
    }
  }
  return {
    trip,
    async summary(account, request) {
      const sums = await trip(account, request)
      const device = deps.devices.device(account, request.deviceid)
      if (device === undefined) throw new AppError('unknown-device')
      const { deviceid, vehicleid, extid, plate, drivername, driverlicense } = device
      const { status, satellites, status_time, gps_info } = device
      const who = { deviceid, vehicleid, extid, plate, drivername, driverlicense }
      return { ...who, status, satellites, status_time, gps_info, ...sums }
    },
    async days(account, request) {
      const devices = devicesOf(deps.visibility, account, request)
      const close = await limiter.acquire(account.id)
      const start = visibleFrom(deps.clock, account, request.start)
      return { pages: daysOf(deps.sums, devices, { ...request, start }), close }
    },
    async slots(account, request) {
      const devices = devicesOf(deps.visibility, account, request)
      const halfHours = Math.ceil((request.beforeTime - request.afterTime) / MILEAGE_SLOT_S)
      if (devices.length * halfHours > MILEAGE_ROWS_MAX) throw new AppError('too-many-half-hours')
      const close = await limiter.acquire(account.id)
      const afterTime = visibleFrom(deps.clock, account, request.afterTime)
      return { pages: halfHoursOf(deps.sums, devices, { ...request, afterTime }), close }
    },
  }
}

async function sumUp(
  deps: MileageDeps,
  range: TrackRange,
  { driver }: RegisteredDevice,
  terms: readonly DriverTerm[],
): Promise<Trip> {
  let driverS = 0
  const sameName = (fromS: number, toS: number) => !terms.some(({ sinceS }) => sinceS > fromS && sinceS < toS)
  const { distanceM, overspeeds, stops, stoppedS, drivingS } = await sumTrip(
    deps,
    range,
    sameName,
    // Within one name the seconds may lie anywhere in the span: only which name counts.
    (fromS, toS, seconds) => {
      const span = toS - fromS
      driverS += underName(driver, terms, fromS, toS) * (seconds === span ? 1 : seconds / span)
    },
  )
  return {
    distance: Math.round(distanceM) / 1000,
    oscount: overspeeds,
    parkcount: stops,
    parktime: stoppedS,
    totalDrivingtime: drivingS,
    driverDrivingtime: Math.round(driverS),
  }
}

/** Devices whose days are asked for at once: a reader of the database is held for a few hundredths of a second. */
const DEVICES_AT_ONCE = 25

/** The device that was asked about, or all that the account sees. */
function devicesOf(
  visibility: Visibility,
  account: Account,
  { deviceid }: { readonly deviceid?: string | undefined },
): readonly RegisteredDevice[] {
  if (deviceid === undefined) return visibility.devices(account)
  const device = visibility.device(account, deviceid)
  if (device === undefined) throw new AppError('unknown-device')
  return [device]
}

/** Where a range begins for the account: the quarter of an hour in which its retention limit lies is left out as a whole. */
function visibleFrom(clock: Clock, account: Account, startS: number): number {
  const visibleS = visibleStartS(account, startS, clock.nowMs())
  return visibleS === startS ? startS : Math.ceil(visibleS / SLOT_S) * SLOT_S
}

async function* daysOf(
  sums: TrackSums,
  devices: readonly RegisteredDevice[],
  { start, end, tz }: MileageDaysRequest,
): AsyncGenerator<MileageDay[]> {
  const ids = new Map(devices.map(({ key, deviceId }) => [key, deviceId]))
  const range = { from: start / SLOT_S, to: (end + 1) / SLOT_S }
  for await (const keys of settledKeys(sums, ids)) {
    const days = await sums.days(keys, range, tz / SLOT_S)
    yield days.map((day) => toDay(day, ids.get(day.deviceKey) ?? ''))
  }
}

async function* halfHoursOf(
  sums: TrackSums,
  devices: readonly RegisteredDevice[],
  request: MileageSlotsRequest,
): AsyncGenerator<MileageSlot[]> {
  const ids = new Map(devices.map(({ key, deviceId }) => [key, deviceId]))
  const range = slotsOfRange(request)
  for await (const keys of settledKeys(sums, ids)) {
    const halves = await sums.halfHours(keys, range)
    yield halves.map((half) => toSlot(half, ids.get(half.deviceKey) ?? '', request.tz))
  }
}

/** Keys of devices in order, some at a time, once what they have sent is in their sums. */
async function* settledKeys(sums: TrackSums, ids: ReadonlyMap<number, string>): AsyncGenerator<number[]> {
  const keys = [...ids.keys()].sort((a, b) => a - b)
  if (keys.length <= MOST_SETTLED) await sums.settle(keys)
  for (let from = 0; from < keys.length; from += DEVICES_AT_ONCE) yield keys.slice(from, from + DEVICES_AT_ONCE)
}

function toSlot({ slot, distanceMm }: HalfHourSum, deviceid: string, tz: number): MileageSlot {
  const starttime = slot * SLOT_S
  return { deviceid, distance: distanceMm, starttime, date: dateText((starttime + tz) * 1000) }
}

function toDay(sum: DaySum, deviceid: string): MileageDay {
  return {
    deviceid,
    date: dateText(sum.day * 86_400_000),
    distance: sum.distanceMm / 1e6,
    maxSpeed: kmhFromDkmh(sum.maxSpeedDkmh),
    first: sum.firstS,
    last: sum.lastS,
    moving: sum.drivingS,
    idle: sum.standingS,
    points: sum.points,
  }
}

function dateText(unixMs: number): string {
  return new Date(unixMs).toISOString().slice(0, 10)
}

/** Seconds of `[fromS, toS)` in which the device's driver had this name; before the first term the device had none. */
function underName(driver: string, terms: readonly DriverTerm[], fromS: number, toS: number): number {
  let seconds = 0
  for (let at = -1; at < terms.length; at++) {
    const name = terms[at]?.driver ?? ''
    const beginS = Math.max(fromS, terms[at]?.sinceS ?? fromS)
    const endS = Math.min(toS, terms[at + 1]?.sinceS ?? toS)
    if (name === driver && endS > beginS) seconds += endS - beginS
  }
  return seconds
}
